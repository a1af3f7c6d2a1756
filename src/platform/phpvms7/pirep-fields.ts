import type { Pirep, PirepFigure } from '../../tracking/model.ts';
import { judgementFields } from '../judgement-text.ts';
import type { HostFlight, Progress } from '../port.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { arrived } from '../seven/pirep-status.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { fitNumber } from '../site/fit-number.ts';
import type { Dispatch } from './dispatch.ts';
import type { SentFare } from './fares.ts';
import { fitText } from './fitting.ts';
import type { Columns, Installation } from './installation.ts';

export type FiledFigure = 'distance' | 'flight_time' | 'block_on_time';

export const sourceName = 'Tracker';

/** A body for the REST API: only what is named here ever goes there, because the platform stores whatever it is sent. */
export type Body = Readonly<Record<string, unknown>>;

/** Returns the body of `prefile`. The id is chosen by Tracker, so that the PIREP is found if the response is lost. */
export function prefileBody(flight: HostFlight, dispatch: Dispatch, columns: Columns): Body {
  const { plan } = flight;
  const { level, eventId, briefingId, fares } = dispatch;
  const body = installed(columns, {
    id: flight.pirepId,
    airline_id: toNumber(plan.airlineId),
    aircraft_id: toNumber(flight.aircraft?.id ?? null),
    flight_id: plan.scheduleId,
    flight_number: plan.flightNumber,
    route_code: plan.routeCode,
    route_leg: plan.routeLeg,
    flight_type: plan.flightType,
    dpt_airport_id: plan.departure.icao,
    arr_airport_id: plan.arrival.icao,
    alt_airport_id: plan.alternate,
    planned_distance: fitNumber(plan.distanceNm, columns.get('planned_distance')),
    planned_flight_time: fitNumber(plan.plannedFlightTimeMin, columns.get('planned_flight_time')),
    // Its API lists open PIREPs as they stand, and clients that continue a flight read a number here (vmsOpenAcars, ApiService.cs).
    flight_time: 0,
    level: plan.cruiseLevel == null ? level : fitNumber(plan.cruiseLevel, columns.get('level')),
    event_id: eventId,
    route: text(plan.route, columns, 'route'),
    source_name: sourceName,
  });
  return { ...body, ...(briefingId === null ? {} : { simbrief_id: briefingId }), ...faresOf(fares) };
}

function faresOf(fares: readonly SentFare[]): Body {
  return fares.length === 0 ? {} : { fares };
}

/** What is flown so far. */
export function progressBody(progress: Progress, columns: Columns): Body {
  return installed(columns, {
    distance: fitNumber(progress.distanceNm, columns.get('distance')),
    flight_time: fitNumber(progress.flightTimeMin, columns.get('flight_time')),
    fuel_used: fitNumber(progress.fuelUsedLb, columns.get('fuel_used')),
    block_off_time: progress.blockOffAt === null ? null : toSqlTime(progress.blockOffAt),
  });
}

/**
 * The body of `file`. The platform requires distance and flight time as numbers: unknown ones are sent as 0, and
 * `filedFigures` puts it right.
 * @param fares - empty: those of the prefile stay
 */
export function fileBody(pirep: Pirep, fares: readonly SentFare[], installation: Installation): Body {
  const columns = installation.get('pireps') ?? new Map();
  const number = (value: number | null, name: string) => fitNumber(value, columns.get(name));
  return {
    ...installed(columns, {
      fuel_used: number(pirep.fuelUsedLb, 'fuel_used'),
      block_fuel: number(pirep.blockFuelLb, 'block_fuel'),
      landing_rate: number(pirep.landingRateFpm, 'landing_rate'),
      score: number(pirep.score, 'score'),
      block_off_time: pirep.blockOffAt === null ? null : toSqlTime(pirep.blockOffAt),
      block_on_time: pirep.blockOnAt === null ? null : toSqlTime(pirep.blockOnAt),
      route: text(pirep.route, columns, 'route'),
      notes: text(pirep.notes, columns, 'notes'),
      level: number(pirep.cruiseLevel ?? null, 'level'),
      zfw: number(pirep.zeroFuelWeightLb ?? null, 'zfw'),
      arr_airport_id: pirep.isArrivalFiled === true ? (pirep.diversion?.icao ?? null) : null,
      source_name: sourceName,
    }),
    distance: number(pirep.distanceNm, 'distance') ?? 0,
    flight_time: number(pirep.flightTimeMin, 'flight_time') ?? 0,
    ...faresOf(fares),
    ...fieldsOf(pirep, installation),
  };
}

/** What turns `update` into a filing that leaves the PIREP to the staff: the platform's `submit` would ask the pilot's rank. */
export function reviewBody(now: number): Body {
  return { state: pirepState.pending, status: arrived, submitted_at: toSqlTime(now) };
}

/** The columns that filing may leave wrong, as they ought to be. */
export function filedFigures(pirep: Pirep, columns: Columns): Readonly<Record<FiledFigure, string | number | null>> {
  return {
    distance: fitNumber(pirep.distanceNm, columns.get('distance')),
    flight_time: fitNumber(pirep.flightTimeMin, columns.get('flight_time')),
    block_on_time: pirep.blockOnAt === null ? null : toSqlTime(pirep.blockOnAt),
  };
}

const figureNames: Readonly<Record<PirepFigure, string>> = {
  flightTimeMin: 'flight time',
  distanceNm: 'distance',
  fuelUsedLb: 'fuel used',
  blockFuelLb: 'block fuel',
  landingRateFpm: 'landing rate',
  blockOffAt: 'block off',
  takeoffAt: 'take-off',
  landingAt: 'landing',
  blockOnAt: 'block on',
};

/**
 * The PIREP's own fields: what the client sent, what the platform has no column for, how figures are known, and the
 * field for a diversion (app/Listeners/DiversionHandler.php looks for the slug `diversion-airport`).
 */
function fieldsOf(pirep: Pirep, installation: Installation): Body {
  const reported: Record<string, string | null> = {
    ...pirep.fields,
    'Takeoff Time': pirep.takeoffAt === null ? null : toSqlTime(pirep.takeoffAt),
    'Landing Time': pirep.landingAt === null ? null : toSqlTime(pirep.landingAt),
    Load: pirep.load === null ? null : String(pirep.load),
    'Computed Figures': figuresBy(pirep, 'computed'),
    'Estimated Figures': figuresBy(pirep, 'estimated'),
    // With the arrival filed as the PIREP's own, the platform would divert it a second time.
    'Diversion Airport': pirep.isArrivalFiled === true ? null : (pirep.diversion?.icao ?? null),
    ...(pirep.judgement === undefined ? {} : judgementFields(pirep.judgement)),
  };
  const columns = installation.get('pirep_field_values');
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(reported)) {
    if (value === null || name.trim() === '') continue;
    fields.set(fitText(wordy(name.trim()), columns?.get('name')), fitText(value, columns?.get('value')));
  }
  // Not member by member: the value of one that is named `__proto__` would be lost.
  return fields.size === 0 ? {} : { fields: Object.fromEntries(fields) };
}

function figuresBy(pirep: Pirep, basis: 'computed' | 'estimated'): string | null {
  const figures = Object.entries(pirep.basis).filter(([, each]) => each === basis);
  const names = figures.map(([figure]) => figureNames[figure as PirepFigure]);
  return names.length === 0 ? null : names.join(', ');
}

/** A name that is a number would match other fields: PHP makes an integer of it, and MySQL compares `name` as one. */
function wordy(name: string): string {
  return /^[-+]?\d+$/.test(name) ? `Field ${name}` : name;
}

function text(value: string | null, columns: Columns, name: string): string | null {
  return value === null ? null : fitText(value, columns.get(name));
}

function toNumber(id: string | null): number | null {
  return id === null ? null : Number(id);
}

/** Without what this release has no column for, and without what is not known. */
function installed(columns: Columns, body: Readonly<Record<string, unknown>>): Body {
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null && columns.has(name)));
}
