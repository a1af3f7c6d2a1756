import { flightName } from '../../lib/flight-name.ts';
import type { Basis, Flight, Network, Pirep, PirepFigure } from '../../tracking/model.ts';
import type { Audience } from './audience.ts';
import { type Known, landingOf } from './landing.ts';
import { readingsOf } from './readings.ts';
import type { FlightRecord } from './record.ts';
import { marksOf } from './track.ts';

/** A row of a table: name, value as text, and its basis unless it was reported. */
export interface FigureLine {
  readonly name: string;
  readonly text: string;
  readonly basis: string | null;
}

const dayMs = 24 * 3_600_000;

const basisWords: Readonly<Record<Basis, string | null>> = {
  reported: null,
  computed: 'computed',
  estimated: 'estimate',
};

/** Returns the data of the flight page for this audience. */
export function pageData(record: FlightRecord, audience: Audience) {
  const { flight, phase } = record.view;
  const isTrusted = audience !== 'public';
  return {
    id: flight.id,
    callsign: flightName(flight.plan),
    plan: flight.plan,
    aircraft: [flight.aircraft?.icao, flight.aircraft?.registration].filter(Boolean).join(' · '),
    state: stateWords[flight.state],
    isUnderWay: isUnderWay(record),
    isOnMap: flight.state === 'open' && record.positions.length > 0,
    phase,
    pilot: audience === 'operator' ? flight.pilot : null,
    reason: isTrusted ? flight.reason : null,
    audience,
    isFiled: record.isFiled,
    figures: figureLines(record.pirep),
    day: dayText(firstInstant(record)),
    times: timeLines(record),
    landing: landingLines(record, audience),
    log: logLines(record, audience),
    notes: isTrusted ? record.pirep.notes : null,
    fields: isTrusted ? Object.entries(record.pirep.fields) : [],
    network: flight.network === null ? null : networkNames[flight.network],
    readings: readingsOf(record.positions),
    positionCount: record.positions.length,
  };
}

const networkNames: Readonly<Record<Network, string>> = {
  offline: 'Offline',
  vatsim: 'VATSIM',
  ivao: 'IVAO',
  poscon: 'POSCON',
  pilotedge: 'PilotEdge',
};

const stateWords: Readonly<Record<Flight['state'], string>> = {
  starting: 'Starting',
  open: 'In progress',
  suspended: 'Suspended',
  filing: 'Being filed',
  filed: 'Filed',
  cancelled: 'Cancelled',
  abandoned: 'Abandoned',
};

function isUnderWay({ view }: FlightRecord): boolean {
  return ['open', 'suspended', 'starting'].includes(view.flight.state);
}

/** The day of the first time shown; later days are shown as `+1`. */
function firstInstant({ pirep, positions, view }: FlightRecord): number {
  return pirep.blockOffAt ?? positions[0]?.recordedAt ?? view.flight.startedAt;
}

function timeLines(record: FlightRecord): readonly FigureLine[] {
  const { basis, ...pirep } = record.pirep;
  const first = firstInstant(record);
  const line = (name: string, figure: 'blockOffAt' | 'takeoffAt' | 'landingAt' | 'blockOnAt') =>
    lineOf(name, pirep[figure], basis[figure], (at) => timeText(at, first));
  // While a flight is under way an estimated block-on is only its last report, so only a known one is shown.
  const hasArrived = !isUnderWay(record) || basis.blockOnAt !== 'estimated';
  const blockTime = hasArrived ? 'Block time' : 'Block time so far';
  return [
    line('Off block', 'blockOffAt'),
    line('Take-off', 'takeoffAt'),
    line('Landing', 'landingAt'),
    hasArrived ? line('On block', 'blockOnAt') : lineOf('On block', null, undefined, String),
    lineOf(blockTime, pirep.flightTimeMin, hasArrived ? basis.flightTimeMin : undefined, minutesText),
  ];
}

function figureLines({ basis, diversion, ...pirep }: Pirep): readonly FigureLine[] {
  const line = (name: string, figure: PirepFigure, unit: string, digits = 0) =>
    lineOf(name, pirep[figure], basis[figure], (value) => `${numberText(value, digits)} ${unit}`);
  const lines = [
    line('Distance', 'distanceNm', 'nm'),
    line('Fuel used', 'fuelUsedLb', 'lb'),
    line('Fuel at the gate', 'blockFuelLb', 'lb'),
    line('Landing rate', 'landingRateFpm', 'ft/min'),
    lineOf('Score', pirep.score, undefined, (value) => numberText(value, 0)),
  ];
  if (diversion !== null) lines.push({ name: 'Diverted to', text: diversion.icao, basis: null });
  return lines;
}

function landingLines(record: FlightRecord, audience: Audience): readonly FigureLine[] {
  const landing = landingOf(record);
  if (landing === null) return [];
  const line = (name: string, known: Known | null, unit: string, digits = 0) =>
    lineOf(name, known?.value ?? null, known?.basis, (value) => `${numberText(value, digits)} ${unit}`);
  const reported = Object.entries(landing.reported)
    .filter(([name]) => audience !== 'public' || /^[a-z]+(_[a-z]+){0,3}$/.test(name))
    .map(([name, value]) => ({ name: name.slice(0, 40), text: numberText(value, 2), basis: null }));
  return [
    lineOf('Touchdown', landing.at.value, landing.at.basis, (at) => timeText(at, firstInstant(record))),
    line('Rate', landing.rateFpm, 'ft/min'),
    line('Ground speed', landing.groundSpeedKt, 'kt'),
    lineOf('Heading', landing.headingDeg?.value ?? null, landing.headingDeg?.basis, (value) => `${Math.round(value)}°`),
    line('Distance from airport reference point', landing.fromAirportNm, 'nm', 1),
    line('Rollout to 30 kt', landing.rolloutNm, 'nm', 1),
    ...reported,
    lineOf('Report interval at touchdown', landing.gapS, undefined, (value) => `${numberText(value, 1)} s`),
  ];
}

/** Returns the log with times; the public sees only our own descriptions of events, no text of the client. */
function logLines(record: FlightRecord, audience: Audience): readonly { at: string; text: string; kind: string }[] {
  const marks = marksOf(record, audience).map(({ at, text, kind }) => ({
    at: timeText(at, firstInstant(record)),
    text,
    kind,
  }));
  if (audience === 'public') return marks;
  const own = record.pirep.log.filter(({ at }) => at === null).map(({ text }) => ({ at: '', text, kind: 'note' }));
  return [...marks, ...own];
}

function lineOf(
  name: string,
  value: number | null,
  basis: Basis | undefined,
  write: (value: number) => string,
): FigureLine {
  if (value === null) return { name, text: '–', basis: null };
  return { name, text: write(value), basis: basis === undefined ? null : basisWords[basis] };
}

/** Formats a time as `10:15:30`, or `02:10:00 +1` on the day after the first. */
function timeText(at: number, firstAt: number): string {
  const days = Math.floor(at / dayMs) - Math.floor(firstAt / dayMs);
  return `${new Date(at).toISOString().slice(11, 19)}${days === 0 ? '' : ` ${days < 0 ? '−' : '+'}${Math.abs(days)}`}`;
}

/** `6 April 2024`. */
function dayText(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

export function numberText(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: digits }).replace('-', '−');
}

/** `11 h 05 min`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`;
}
