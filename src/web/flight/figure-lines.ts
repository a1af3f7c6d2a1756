import { expectLanding } from '../../tracking/figures/expected-landing.ts';
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
  const { basis } = record.pirep;
  const first = firstInstant(record);
  const line = (name: TextKey, figure: 'blockOffAt' | 'takeoffAt' | 'landingAt' | 'blockOnAt') =>
    lineOf(visitor, name, figureOf(record, figure), (at) => figures.moment(at, first));
  // While a flight is under way an estimated block-on is only its last report, so only a known one is shown.
  const hasArrived = !isUnderWay(record) || basis.blockOnAt !== 'estimated';
  const block = figureOf(record, 'flightTimeMin');
  const blockTime = hasArrived ? block : block && { value: block.value };
  const { plannedFlightTimeMin } = record.view.flight.plan;
  return [
    line('figure.off-block', 'blockOffAt'),
    line('figure.takeoff', 'takeoffAt'),
    expectedLine(record, visitor, now) ?? line('figure.landing', 'landingAt'),
    hasArrived ? line('figure.on-block', 'blockOnAt') : lineOf(visitor, 'figure.on-block', null, String),
    planned(
      lineOf(visitor, hasArrived ? 'figure.block-time' : 'figure.block-time-so-far', blockTime, (minutes) =>
        figures.duration(minutes),
      ),
      plannedFlightTimeMin === null ? null : figures.duration(plannedFlightTimeMin),
      visitor,
    ),
  ];
}

/** Returns when a flight in the air is expected to land, as the map says it; null when it has landed, or nothing is expected. */
function expectedLine(record: FlightRecord, { figures, wording }: Visitor, now: number): FigureLine | null {
  const { pirep, positions, phases, view } = record;
  const { state, plan } = view.flight;
  const position = positions.at(-1);
  if (state !== 'open' || pirep.landingAt !== null || position === undefined) return null;
  // The client's own names of phases say nothing here.
  const phase = phases.findLast((each) => isPhase(each.phase))?.phase ?? '';
  const flown = { plan, takeoffAt: pirep.takeoffAt, flownNm: pirep.distanceNm ?? 0 };
  const expected = expectLanding({ ...flown, position, phase: isPhase(phase) ? phase : 'cruise' });
  if (expected === null) return null;
  const text = wording.say('times.expected', { time: figures.clockOn(expected.at, now), minutes: expected.doubtMin });
  return { name: wording.say('figure.landing'), text, basis: null, reason: null };
}

/** Returns distance, fuel, landing rate and score, against the plan's distance; the public sees only the client's own score. */
export function figureLines(record: FlightRecord, audience: Audience, visitor: Visitor): readonly FigureLine[] {
  const { figures, wording } = visitor;
  const { diversion, judgement } = record.pirep;
  const score = audience === 'public' && judgement !== undefined ? judgement.clientScore : record.pirep.score;
  const { distanceNm, plannedBlockFuelLb = null } = record.view.flight.plan;
  const line = (name: TextKey, figure: PirepFigure, write: (value: number) => string) =>
    lineOf(visitor, name, figureOf(record, figure), write);
  const weight = (pounds: number) => figures.weight(pounds);
  const distance = line('figure.distance', 'distanceNm', (nm) => figures.distance(nm));
  const lines = [
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
  if (diversion === null) return lines;
  return [...lines, { name: wording.say('figure.diverted'), text: diversion.icao, basis: null, reason: null }];
}

function figureOf({ pirep }: FlightRecord, figure: PirepFigure): Figure | null {
  const value = pirep[figure];
  return value === null ? null : { value, basis: pirep.basis[figure] };
}

function planned(line: FigureLine, value: string | null, { wording }: Visitor): FigureLine {
  return value === null ? line : { ...line, planned: wording.say('figure.planned', { value }) };
}
