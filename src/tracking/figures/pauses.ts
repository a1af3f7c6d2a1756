/** An interval during which the simulator was paused. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** Limits the memory used for a client that pauses and resumes all the time. */
const maxPauses = 200;

/** Adds a pause to the list; when there are too many, the two oldest are merged into one of the same total length. */
export function addPause(pauses: Pause[], pause: Pause): void {
  pauses.push(pause);
  const [oldest, next] = pauses;
  if (pauses.length <= maxPauses || oldest === undefined || next === undefined) return;
  pauses.splice(0, 2, { from: next.from - (oldest.to - oldest.from), to: next.to });
}

/** Returns the paused time between two instants, in milliseconds. @param openSince start of a pause that has not ended */
export function pausedBetween(pauses: readonly Pause[], openSince: number | null, from: number, to: number): number {
  let ms = openSince === null ? 0 : overlap(openSince, Number.POSITIVE_INFINITY, from, to);
  for (const pause of pauses) ms += overlap(pause.from, pause.to, from, to);
  return Math.min(ms, Math.max(0, to - from));
}

function overlap(from: number, to: number, start: number, end: number): number {
  return Math.max(0, Math.min(to, end) - Math.max(from, start));
}

/** Of a fold, what its time is made of. */
interface SoFar {
  readonly blockOff: { readonly at: number } | null;
  readonly last: { readonly recordedAt: number } | null;
  readonly pauses: readonly Pause[];
  readonly pausedSince: number | null;
}

/** Whole minutes from block-off to the newest position, without pauses; null before block-off. */
export function minutesSoFar({ blockOff, last, pauses, pausedSince }: SoFar): number | null {
  if (blockOff === null) return null;
  const now = last?.recordedAt ?? blockOff.at;
  const ms = now - blockOff.at - pausedBetween(pauses, pausedSince, blockOff.at, now);
  return Math.max(0, Math.round(ms / 60_000));
}
