import { flightName } from '../../lib/flight-name.ts';
import type { Flight, Network, Pirep, PirepFigure } from '../../tracking/model.ts';
import type { Audience } from './audience.ts';
import { type FigureLine, lineOf, numberText, timeText } from './figure-line.ts';
import { drawingLabel, landingLines } from './landing-lines.ts';
import { readingsOf } from './readings.ts';
import type { FlightRecord } from './record.ts';
import { drawRunway } from './runway-drawing.ts';
import { runwayLandingOf } from './runway-landing.ts';
import { marksOf } from './track.ts';

/** Returns the data of the flight page for this audience. */
export function pageData(record: FlightRecord, audience: Audience) {
  const { flight, phase } = record.view;
  const onRunway = runwayLandingOf(record);
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
    landing: landingLines(record, onRunway, audience, firstInstant(record)),
    runway: onRunway && { drawing: drawRunway(onRunway, record), label: drawingLabel(onRunway) },
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
  if (diversion !== null) lines.push({ name: 'Diverted to', text: diversion.icao, basis: null, reason: null });
  return lines;
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

/** `6 April 2024`. */
function dayText(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

/** `11 h 05 min`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`;
}
