import { type ExpectedLanding, expectLanding } from '../../tracking/figures/expected-landing.ts';
import { isPhase } from '../../tracking/figures/phase.ts';
import type { PirepFigure } from '../../tracking/model.ts';
import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { Audience } from './audience.ts';
import { type Figure, type FigureLine, lineOf } from './figure-line.ts';
import type { FlightRecord } from './record.ts';

/** Whether the aircraft may still report. */
export function isUnderWay({ view }: FlightRecord): boolean {
  return ['open', 'suspended', 'starting'].includes(view.flight.state);
}

/** Returns the first time shown: times on later days are marked `+1`. */
export function firstInstant({ pirep, positions, view }: FlightRecord): number {
  return pirep.blockOffAt ?? positions[0]?.recordedAt ?? view.flight.startedAt;
}

/** Returns the four times and the block time, against the plan's. */
export function timeLines(record: FlightRecord, visitor: Visitor, now: number): readonly FigureLine[] {
  const { figures } = visitor;
  const first = firstInstant(record);
  const line = (name: TextKey, figure: 'blockOffAt' | 'takeoffAt' | 'landingAt' | 'blockOnAt') =>
    lineOf(visitor, name, figureOf(record, figure), (at) => figures.moment(at, first));
  return [
    leftUnseen(record) ? lineOf(visitor, 'figure.off-block', null, String) : line('figure.off-block', 'blockOffAt'),
    line('figure.takeoff', 'takeoffAt'),
    expectedLine(record, visitor, now) ?? line('figure.landing', 'landingAt'),
    hasArrived(record) ? line('figure.on-block', 'blockOnAt') : lineOf(visitor, 'figure.on-block', null, String),
    blockTimeLine(record, visitor),
  ];
}

/** An estimated block-on is only the last report while a flight is under way, and of one that was not seen to land. */
export function hasArrived(record: FlightRecord): boolean {
  const { basis, landingAt } = record.pirep;
  return basis.blockOnAt !== 'estimated' || (!isUnderWay(record) && landingAt !== null);
}

/** Whether its first report was in the air already: then the time off block is only that report's. */
export function leftUnseen({ pirep: { basis, blockOffAt, takeoffAt } }: FlightRecord): boolean {
  return basis.blockOffAt === 'estimated' && blockOffAt === takeoffAt;
}

function blockTimeLine(record: FlightRecord, visitor: Visitor): FigureLine {
  const { figures } = visitor;
  const block = figureOf(record, 'flightTimeMin');
  const isOver = hasArrived(record) || !isUnderWay(record);
  const blockTime = isOver ? block : block && { value: block.value };
  const { plannedFlightTimeMin: plan } = record.view.flight.plan;
  const write = (minutes: number) => figures.duration(minutes);
  const line = lineOf(visitor, isOver ? 'figure.block-time' : 'figure.block-time-so-far', blockTime, write);
  return planned(line, plan === null ? null : figures.duration(plan), visitor);
}

/** Returns when a flight in the air is expected to land, as the map says it; null when it has landed, or nothing is expected. */
export function expectedOf({ pirep, positions, phases, view }: FlightRecord): ExpectedLanding | null {
  const { state, plan } = view.flight;
  const position = positions.at(-1);
  if (state !== 'open' || pirep.landingAt !== null || position === undefined) return null;
  // The client's own names of phases say nothing here.
  const phase = phases.findLast((each) => isPhase(each.phase))?.phase ?? '';
  const flown = { plan, takeoffAt: pirep.takeoffAt, flownNm: pirep.distanceNm ?? 0 };
  return expectLanding({ ...flown, position, phase: isPhase(phase) ? phase : 'cruise' });
}

function expectedLine(record: FlightRecord, { figures, wording }: Visitor, now: number): FigureLine | null {
  const expected = expectedOf(record);
  if (expected === null) return null;
  const text = wording.say('times.expected', { time: figures.clockOn(expected.at, now), minutes: expected.doubtMin });
  return { name: wording.say('figure.landing'), text, basis: null, reason: null };
}

/** Returns distance, fuel, landing rate and score, against the plan's distance; the public sees only the client's own score. */
export function figureLines(record: FlightRecord, audience: Audience, visitor: Visitor): readonly FigureLine[] {
  const { figures } = visitor;
  const { judgement } = record.pirep;
  const score = audience === 'public' && judgement !== undefined ? judgement.clientScore : record.pirep.score;
  const { distanceNm, plannedBlockFuelLb = null } = record.view.flight.plan;
  const line = (name: TextKey, figure: PirepFigure, write: (value: number) => string) =>
    lineOf(visitor, name, figureOf(record, figure), write);
  const weight = (pounds: number) => figures.weight(pounds);
  const distance = line('figure.distance', 'distanceNm', (nm) => figures.distance(nm));
  return [
    planned(distance, distanceNm === null ? null : figures.distance(distanceNm), visitor),
    line('figure.fuel-used', 'fuelUsedLb', weight),
    planned(
      line('figure.block-fuel', 'blockFuelLb', weight),
      plannedBlockFuelLb === null ? null : weight(plannedBlockFuelLb),
      visitor,
    ),
    line('figure.landing-rate', 'landingRateFpm', (fpm) => figures.rate(fpm)),
    lineOf(visitor, 'figure.score', score === null ? null : { value: score }, (value) => figures.number(value)),
  ];
}

/** Returns the figures for the tiles: those that are known. @param hasLanding - the page shows the landing apart */
export function tileLines(
  record: FlightRecord,
  audience: Audience,
  visitor: Visitor,
  hasLanding: boolean,
): readonly FigureLine[] {
  const { figures, wording } = visitor;
  const rate = wording.say('figure.landing-rate');
  const lines = [blockTimeLine(record, visitor), ...figureLines(record, audience, visitor)];
  const highestFt = record.positions.reduce((most, { altitudeMslFt }) => Math.max(most, altitudeMslFt ?? 0), 0);
  const highest = { name: wording.say('figure.highest'), text: figures.altitude(highestFt), basis: null, reason: null };
  const isKnown = ({ name, text, planned: plan }: FigureLine) =>
    (text !== '–' || (plan !== undefined && record.positionCount > 0)) && !(hasLanding && name === rate);
  return [...lines.filter(isKnown), ...(highestFt > 0 ? [highest] : [])];
}

function figureOf({ pirep }: FlightRecord, figure: PirepFigure): Figure | null {
  const value = pirep[figure];
  return value === null ? null : { value, basis: pirep.basis[figure] };
}

function planned(line: FigureLine, value: string | null, { wording }: Visitor): FigureLine {
  return value === null ? line : { ...line, planned: wording.say('figure.planned', { value }) };
}
