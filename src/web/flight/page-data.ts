import { runwaysNear } from '../../lib/runways/runways.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { seenAs } from '../../tracking/figures/network-track.ts';
import { type Flight, flightName, type Judgement, type Network } from '../../tracking/model.ts';
import { type RunwayLanding, runwayLandingOf } from '../../tracking/rules/detectors/runway-landing.ts';
import type { ShownName } from '../live/shown-name.ts';
import type { Visitor } from '../visitor/visitor.ts';
import type { Audience } from './audience.ts';
import { compare } from './comparison.ts';
import type { FiledFlight } from './earlier.ts';
import { figureLines, firstInstant, isUnderWay, tileLines, timeLines } from './figure-lines.ts';
import { happeningsOf, turnsOf } from './happenings.ts';
import { judgedOf, judgementFor, levelOf } from './judged.ts';
import { isFelt, landingLines } from './landing-lines.ts';
import { landingStrips } from './landing-strips.ts';
import { phaseBarOf } from './phase-bar.ts';
import { drawProfile, type Ruled } from './profile-drawing.ts';
import { dialOf, type RateDial } from './rate-dial.ts';
import type { FlightRecord } from './record.ts';
import { silentMin } from './silence.ts';
import { marksOf, markText } from './track.ts';
import { wayHead } from './way-ends.ts';

/** For whom a page is, and what it shows beside the flight. */
export interface PageContext {
  readonly audience: Audience;
  readonly visitor: Visitor;
  readonly publicHours: number;
  readonly earlier: FiledFlight | null;
  readonly now: number;
  /** From which on the rules call a landing hard, for those who may know; null or absent where they do not. */
  readonly rateLimitFpm?: number | null;
  /** Under which name everybody sees the pilot. */
  readonly nameOf: ShownName;
}

/** Returns the data of the flight page for this audience. */
export function pageData(record: FlightRecord, context: PageContext) {
  const { audience, visitor, publicHours, earlier, now, nameOf } = context;
  const { figures, wording } = visitor;
  const firstAt = firstInstant(record);
  const { flight, phase } = record.view;
  const onRunway = runwayLandingOf(record, runwaysNear);
  const isTrusted = audience !== 'public';
  const judgement = judgementFor(record, audience);
  const silent = silentMin(record.view, now);
  const arrival = arrivalOf(flight);
  const landing = landingLines(record, onRunway, audience, visitor, firstAt);
  const judged = judgement && judgedOf(judgement, visitor, firstAt);
  return {
    id: flight.id,
    callsign: flightName(flight.plan),
    plan: flight.plan,
    arrival,
    way: wayHead(record, arrival, isTrusted, visitor, now),
    happenings: happeningsOf(record, arrival, visitor),
    aircraftType: flight.aircraft?.icao ?? '',
    aircraft: [flight.aircraft?.icao, flight.aircraft?.registration].filter(Boolean).join(' · '),
    silent: silent && wording.say('map.silent', { minutes: silent }),
    state: wording.say(`state.${flight.state}`),
    isUnderWay: isUnderWay(record),
    isOnMap: flight.state === 'open' && record.positions.length > 0,
    phase: figures.phase(phase),
    hasPhase: phase !== null,
    pilot: audience === 'operator' ? flight.pilot : null,
    shownPilot: audience === 'operator' ? null : nameOf(flight.pilot),
    reason: isTrusted ? flight.reason : null,
    audience,
    isFiled: record.isFiled,
    figures: figureLines(record, audience, visitor),
    tiles: tileLines(record, audience, visitor, landing.length > 0),
    profile: drawProfile(record, ruledOf(judgement), visitor, turnsOf(record, visitor)),
    day: figures.day(firstAt),
    times: timeLines(record, visitor, now),
    landing,
    dial: landing.length === 0 ? null : dialFor(record, onRunway, context),
    runway: landingStrips(record, judgement?.marks ?? [], visitor),
    judged,
    bar: phaseBarOf(record, visitor),
    comparison: compare(record, earlier, visitor),
    log: logLines(record, audience, visitor),
    notes: isTrusted ? record.pirep.notes : null,
    fields: isTrusted ? Object.entries(record.pirep.fields) : [],
    network: flight.network === null ? null : networkName(flight.network, visitor),
    seen: seenText(flight, visitor),
    readings: record.readings.in(visitor),
    positionCount: record.positionCount,
    publicUntil: audience === 'public' ? publicUntil(flight, publicHours, visitor) : null,
  };
}

function ruledOf(judgement: Judgement | null): readonly Ruled[] {
  return (judgement?.marks ?? []).map((mark, index) => {
    return { from: mark.from, to: mark.to, number: index + 1, level: levelOf(mark) };
  });
}

/** With the load factor where one is known. */
function dialFor(
  { pirep }: FlightRecord,
  onRunway: RunwayLanding | null,
  { visitor, rateLimitFpm = null }: PageContext,
): RateDial | null {
  const g = onRunway?.peakG ?? null;
  const beside = isFelt(g) ? `${visitor.figures.number(g.value, 2)} g` : '';
  return pirep.landingRateFpm === null ? null : dialOf(pirep.landingRateFpm, rateLimitFpm, beside, visitor);
}

const networkNames: Readonly<Record<Exclude<Network, 'offline'>, string>> = {
  vatsim: 'VATSIM',
  ivao: 'IVAO',
  poscon: 'POSCON',
  pilotedge: 'PilotEdge',
};

function networkName(network: Network, { wording }: Visitor): string {
  return network === 'offline' ? wording.say('flight.offline') : networkNames[network];
}

/** For everybody: only that its network shows it, and as what. */
function seenText(flight: Flight, { wording }: Visitor): string | null {
  const seen = seenAs(flight);
  return seen && wording.say('network.seen', { network: networkNames[seen.network], callsign: seen.callsign });
}

function publicUntil({ endedAt }: Flight, publicHours: number, { figures }: Visitor): string | null {
  if (endedAt === null) return null;
  const until = endedAt + publicHours * 3_600_000;
  return `${figures.day(until)}, ${figures.clock(until)}`;
}

export interface LogLine {
  readonly at: string;
  readonly text: string;
  readonly kind: string;
}

/** Returns the log with times; the public sees only our own descriptions of events, no text of the client. */
function logLines(record: FlightRecord, audience: Audience, visitor: Visitor): readonly LogLine[] {
  const firstAt = firstInstant(record);
  const marks = marksOf(record, audience).map((mark) => {
    return { at: visitor.figures.moment(mark.at, firstAt), text: markText(mark, visitor), kind: mark.kind };
  });
  if (audience === 'public') return marks;
  const own = record.pirep.log.filter(({ at }) => at === null).map(({ text }) => ({ at: '', text, kind: 'note' }));
  return [...marks, ...own];
}
