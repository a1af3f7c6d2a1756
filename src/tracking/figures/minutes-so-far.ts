import type { Fold } from './fold-state.ts';
import { pausedBetween } from './pauses.ts';

/** Whole minutes from block-off to the newest position, without pauses; null before block-off. */
export function minutesSoFar({ blockOff, last, pauses, pausedSince }: Fold): number | null {
  if (blockOff === null) return null;
  const now = last?.recordedAt ?? blockOff.at;
  const ms = now - blockOff.at - pausedBetween(pauses, pausedSince, blockOff.at, now);
  return Math.max(0, Math.round(ms / 60_000));
}
