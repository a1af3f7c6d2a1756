import type { MysqlValue } from '../../lib/mysql.ts';
import { digest } from '../../lib/tokens.ts';
import type { FlightEvent, LogLine, Position } from '../../tracking/model.ts';
import { statusOfPhase } from '../seven/pirep-status.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { fitNumber } from '../site/fit-number.ts';
import { fitText } from './fitting.ts';
import type { Column, Columns } from './installation.ts';

/** `acars.type` (app/Models/Enums/AcarsType.php). */
const flightPath = 0;
const logLine = 2;

/** A row of `acars`, by column. */
export type AcarsRow = Readonly<Record<string, string | number | null>>;

/** Ids grow with the report's number, so that a flight's rows lie together; 36 characters at most, as the column holds. */
export function rowId(pirepId: string, number: number): string {
  return `${stem(pirepId)}-${number.toString(36).padStart(11, '0')}`;
}

function logRowId(pirepId: string, index: number): string {
  return `${stem(pirepId)}_${index.toString(36).padStart(11, '0')}`;
}

function stem(pirepId: string): string {
  return pirepId.length <= 24 ? pirepId : digest(pirepId).slice(0, 24);
}

/** `phase` where the core knows better than the client's own word. */
export function positionRow(
  pirepId: string,
  number: number,
  position: Position,
  phase: string | null,
  now: number,
): AcarsRow {
  const { altitudeMslFt, altitudeAglFt, transponder } = position;
  return {
    id: rowId(pirepId, number),
    pirep_id: pirepId,
    type: flightPath,
    status: statusOfPhase(phase),
    phase: statusOfPhase(phase),
    log: null,
    lat: position.lat,
    lon: position.lon,
    distance: position.distanceNm,
    heading: position.headingDeg,
    altitude: altitudeMslFt ?? altitudeAglFt,
    altitude_agl: altitudeAglFt,
    altitude_msl: altitudeMslFt,
    vs: position.verticalSpeedFpm,
    gs: position.groundSpeedKt,
    ias: position.indicatedAirspeedKt,
    transponder: transponder !== null && /^\d{1,9}$/.test(transponder) ? Number(transponder) : null,
    autopilot: position.autopilot,
    fuel: position.fuelLb,
    fuel_flow: position.fuelFlowLbPerHour,
    sim_time: position.simTime,
    ...simState(position),
    ...times(position.recordedAt, now),
  };
}

/** Shown on the platform's PIREP page as a line of its flight log. */
export function eventRow(pirepId: string, number: number, event: FlightEvent, now: number): AcarsRow {
  return {
    ...blank,
    id: rowId(pirepId, number),
    pirep_id: pirepId,
    log: textOf(event),
    lat: event.lat,
    lon: event.lon,
    ...times(event.recordedAt, now),
  };
}

/** A note is its text alone. */
function textOf({ kind, message }: FlightEvent): string {
  if (message === null) return kind;
  return kind === 'note' ? message : `${kind}: ${message}`;
}

/** Returns the row of a log line that the client sent with the finish; a line without a time gets the current one. */
export function logRow(pirepId: string, index: number, line: LogLine, now: number): AcarsRow {
  return { ...blank, id: logRowId(pirepId, index), pirep_id: pirepId, log: line.text, ...times(line.at ?? now, now) };
}

/** Whether this row's id is one of a report, and not of a line that came with the finish. */
export function isOfReport(pirepId: string, id: string): boolean {
  return id.startsWith(`${stem(pirepId)}-`);
}

const blank: AcarsRow = {
  type: logLine,
  status: null,
  phase: null,
  lat: null,
  lon: null,
  distance: null,
  heading: null,
  altitude: null,
  altitude_agl: null,
  altitude_msl: null,
  vs: null,
  gs: null,
  ias: null,
  transponder: null,
  autopilot: null,
  fuel: null,
  fuel_flow: null,
  sim_time: null,
  ...simState(null),
};

/** Columns of 8.0 (migrations 2026_07_27_000300 and 2026_08_01_000000); `eng_n2_avg_pct` no contract reads. */
function simState(position: Position | null): AcarsRow {
  const flag = (value: boolean | null | undefined) => (value === null || value === undefined ? null : Number(value));
  return {
    on_ground: flag(position?.onGround),
    g_force: position?.gForce ?? null,
    pitch: position?.pitchDeg ?? null,
    bank: position?.bankDeg ?? null,
    heading_mag: position?.headingMagneticDeg ?? null,
    gear_up: flag(position?.isGearUp),
    flaps: position?.flaps ?? null,
    throttle_pct: position?.throttlePct ?? null,
    eng_n1_avg_pct: position?.n1Pct ?? null,
    nav_lights: flag(position?.areNavLightsOn),
    beacon_lights: flag(position?.isBeaconOn),
    strobe_lights: flag(position?.areStrobeLightsOn),
    landing_lights: flag(position?.areLandingLightsOn),
    taxi_lights: flag(position?.areTaxiLightsOn),
    logo_lights: flag(position?.areLogoLightsOn),
    wing_lights: flag(position?.areWingLightsOn),
  };
}

/** The first second of a TIMESTAMP: 0 is none. */
const firstInstant = 1_000;

/** The map shows the row with the newest `created_at`: one of the future would freeze it. */
function times(recordedAt: number, now: number) {
  return { created_at: toSqlTime(Math.max(firstInstant, Math.min(recordedAt, now))), updated_at: toSqlTime(now) };
}

/** The same line for a site that keeps the log in `pirep_events` (app/Models/PirepEvent.php on main); the category is that of its own plain lines. */
export function asEventOfPirep(line: AcarsRow): AcarsRow {
  const { id = null, pirep_id = null, log = null, lat = null, lon = null, created_at = null } = line;
  return { id, pirep_id, client_event_id: id, category: 'message', log, lat, lon, created_at };
}

/** Columns of which a release may have none are left out; what remains has a value in every row. */
export function installedColumns(columns: Columns): readonly string[] {
  const wanted = [
    'id',
    'pirep_id',
    'type',
    'log',
    'created_at',
    'updated_at',
    ...Object.keys(blank).filter((name) => name !== 'type'),
  ];
  return wanted.filter((name) => columns.has(name));
}

/** The row's values in this order, each as its column can hold it. */
export function valuesOf(row: AcarsRow, names: readonly string[], columns: Columns): MysqlValue[] {
  return names.map((name) => {
    const value = row[name] ?? null;
    if (name === 'status') return value ?? scheduled;
    if (name === 'sim_time' || name === 'log' || name === 'autopilot') {
      return value === null ? null : fitLine(String(value), columns.get(name));
    }
    return typeof value === 'number' ? fitNumber(value, columns.get(name)) : value;
  });
}

/** The platform's own value without a status (the default of the column, which is NOT NULL). */
const scheduled = 'SCH';

/** On one line, as this column can hold it. */
export function fitLine(text: string, column: Column | undefined): string {
  return fitText(text.replace(/\s+/g, ' '), column);
}
