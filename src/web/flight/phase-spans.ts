import { distanceNm } from '../../lib/geo.ts';
import type { Pause } from '../../tracking/figures/pauses.ts';
import type { Position } from '../../tracking/model.ts';
import type { PhaseInterval } from './phase-intervals.ts';
import type { FlightRecord } from './record.ts';

/** A phase from when to when; `paused` while the simulator was, `unreported` while nothing was reported. */
export interface PhaseSpan {
  readonly from: number;
  readonly to: number;
  readonly phase: string;
}

export const unreported = 'unreported';
/** Reports farther apart do not show what happened between them. */
const maxGapMs = 15 * 60_000;
/** It stood still in the air where its way between two reports is shorter than this share of what its speed would take it. */
const stillShare = 0.5;
/** A shorter pause is too narrow to see. */
const minPauseMs = 30_000;
const flyingKt = 60;

/** Returns the phases up to the last position, in order of time, with the pauses and the gaps between reports cut out of them. */
export function phaseSpansOf({ phases, positions, pauses }: FlightRecord): readonly PhaseSpan[] {
  const end = positions.at(-1)?.recordedAt ?? 0;
  const reported = phases.map(({ at, phase }, index) => spanOf(at, phase, phases[index + 1], end));
  const spans = levelledOff(reported, positions);
  const breaks = breaksOf(positions, pauses);
  return spans
    .flatMap((span) => [...without(span, breaks)])
    .concat(breaks.filter(({ from }) => from >= (phases[0]?.at ?? end) && from < end))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => one.from - other.from);
}

function spanOf(from: number, phase: string, next: PhaseInterval | undefined, end: number): PhaseSpan {
  return { from, to: next?.at ?? end, phase };
}

/** Phases of an approach; one that was broken off climbs back into the pattern. */
const lastPhases = ['approach', 'landing', 'landed'];
/** It has levelled off within this of the top of such a climb, and for so long. */
const [levelFt, levelMs] = [200, 2 * 60_000];

/** A climb after an approach is over where it levels off: clients go on to call it one, up to the next approach. */
function levelledOff(spans: readonly PhaseSpan[], positions: readonly Position[]): readonly PhaseSpan[] {
  let [before, index] = ['', 0];
  return spans.flatMap((span) => {
    const isBack = span.phase === 'climb' && lastPhases.includes(before);
    if (span.phase !== 'takeoff') before = span.phase;
    if (!isBack) return [span];
    while ((positions[index]?.recordedAt ?? span.from) < span.from) index++;
    const flown: Position[] = [];
    for (let here = positions[index]; here !== undefined && here.recordedAt <= span.to; here = positions[++index])
      flown.push(here);
    const topFt = flown.reduce((most, { altitudeMslFt }) => Math.max(most, altitudeMslFt ?? 0), 0);
    const at = flown.find(({ altitudeMslFt }) => (altitudeMslFt ?? 0) >= topFt - levelFt)?.recordedAt ?? span.to;
    if (span.to - at < levelMs) return [span];
    return [
      { ...span, to: at },
      { ...span, from: at, phase: 'approach' },
    ];
  });
}

/** Returns the pauses that the client reported, and the gaps between reports. */
function breaksOf(positions: readonly Position[], pauses: readonly Pause[]): readonly PhaseSpan[] {
  const paused = pauses
    .filter(({ from, to }) => to - from >= minPauseMs)
    .map(({ from, to }) => ({ from, to, phase: 'paused' }));
  const gaps = gapsOf(positions).flatMap((gap) => [...without(gap, paused)]);
  return [...paused, ...gaps].sort((one, other) => one.from - other.from);
}

function gapsOf(positions: readonly Position[]): readonly PhaseSpan[] {
  return positions.flatMap((here, index) => {
    const before = positions[index - 1];
    if (before === undefined || here.recordedAt - before.recordedAt <= maxGapMs) return [];
    return [{ from: before.recordedAt, to: here.recordedAt, phase: isStill(before, here) ? 'paused' : unreported }];
  });
}

/** In the air, and hardly farther after a long time: its simulator stood. */
function isStill(before: Position, here: Position): boolean {
  const speedKt = Math.min(before.groundSpeedKt ?? 0, here.groundSpeedKt ?? 0);
  const hours = (here.recordedAt - before.recordedAt) / 3_600_000;
  return speedKt > flyingKt && distanceNm(before, here) < speedKt * hours * stillShare;
}

/** Yields what is left of a span where others, in order of time, are cut out of it. */
function* without(span: PhaseSpan, cut: readonly PhaseSpan[]): Generator<PhaseSpan, void> {
  let { from } = span;
  for (const each of cut) {
    if (each.from >= span.to) break;
    if (each.to <= from) continue;
    if (each.from > from) yield { ...span, from, to: each.from };
    from = each.to;
  }
  if (from < span.to) yield { ...span, from };
}
