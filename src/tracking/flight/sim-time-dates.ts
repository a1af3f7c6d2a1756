import { readInstantText } from '../../lib/instant-text.ts';
import type { Position } from '../model.ts';

/** What a flight knows of the times of its positions. */
export interface Before {
  /** Its newest position; null before the first one. */
  readonly newest: Position | null;
  readonly startedAt: number;
}

/**
 * Dates the positions of one request that have no times of their own: a client that was offline sends its queue at once. They
 * follow the differences of the simulator's clock, back from the last of them, which was made when they arrived, or as long
 * before it as the newest position of the flight says: a long queue comes in several requests. None is dated before that
 * position. They keep the time of arrival where that clock is missing or does not rise.
 */
export function dateBySimTime(positions: readonly Position[], before: Before): readonly Position[] {
  const clock = clockOf(positions);
  const [first, last] = [clock.at(0), clock.at(-1)];
  const arrivedAt = positions.at(-1)?.receivedAt;
  const floor = before.newest?.recordedAt ?? before.startedAt;
  if (first === undefined || last === undefined || arrivedAt === undefined || floor > arrivedAt) return positions;
  const ahead = Math.min(arrivedAt - last, aheadBefore(before.newest, first));
  return positions.map((position, index) => ({
    ...position,
    recordedAt: Math.max(floor, ahead + (clock[index] ?? last)),
  }));
}

/** The simulator's clock at each position; empty unless all have it, none has a time of its own, and it never goes back. */
function clockOf(positions: readonly Position[]): readonly number[] {
  const clock: number[] = [];
  for (const { isDated, simTime } of positions) {
    const at = isDated || simTime === null ? null : readInstantText(simTime);
    if (at === null || at < (clock.at(-1) ?? at)) return [];
    clock.push(at);
  }
  return clock.length > 1 ? clock : [];
}

/** How far the times of the flight are ahead of the simulator's clock, if that went on since its newest position. */
function aheadBefore(newest: Position | null, first: number): number {
  const at = newest === null || newest.isDated || newest.simTime === null ? null : readInstantText(newest.simTime);
  return newest === null || at === null || at > first ? Number.POSITIVE_INFINITY : newest.recordedAt - at;
}
