import type { Position } from '../../model.ts';

/** One contact with the ground: bounces belong to the contact that they follow. */
export interface Contact {
  /** Index of its first report on the ground. */
  readonly index: number;
  /** Whether it was in the air again before it had stopped. */
  readonly isLeftAgain: boolean;
}

/** Airborne again for less than this is a bounce. */
const bounceMs = 30_000;
/** Slower than this on the ground it has landed for good: no touch-and-go is that slow. */
const stoppedKt = 30;
/** Where nobody says whether it is on the ground: higher than this it flies, and lower than half of it does not. */
const flyingFt = 50;
/** Higher or faster than this nothing is on the ground: simulators report it for a moment while they load. */
const absurdFt = 300;
const absurdKt = 250;
/** The same by speed alone: the first value is faster than a take-off roll begins, the second one slower than anything flies. */
const fastKt = 120;
const slowKt = 50;

/**
 * Returns the contacts of a track in order of time. Where its client does not report whether it is on the ground, the height
 * above the ground shows them, else the speed: a touch-and-go is not seen by speed alone.
 */
export function contactsOf(positions: readonly Position[]): readonly Contact[] {
  const found: { index: number; isLeftAgain: boolean }[] = [];
  let isFlying: boolean | null = null;
  let hasStopped = true;
  let leftAt = Number.NEGATIVE_INFINITY;
  positions.forEach((position, index) => {
    const flies = isFlyingAt(position, isFlying);
    const last = found.at(-1);
    if (isFlying === true && flies === false && position.isSlewing !== true) {
      if (position.recordedAt - leftAt >= bounceMs) {
        found.push({ index, isLeftAgain: false });
        hasStopped = false;
      } else if (last !== undefined) last.isLeftAgain = false;
    }
    if (isFlying === false && flies === true) {
      leftAt = leavingOf(position, positions[index - 1]);
      if (last !== undefined && !hasStopped) last.isLeftAgain = true;
    }
    if (flies === false && position.groundSpeedKt !== null && position.groundSpeedKt < stoppedKt) hasStopped = true;
    isFlying = flies;
  });
  return found;
}

/**
 * Returns since when it may have been in the air: where reports are missing, from the last one before them on. One that hardly
 * moves was placed there by a simulator that loads.
 */
function leavingOf({ recordedAt, groundSpeedKt }: Position, before: Position | undefined): number {
  const isAfterGap = before !== undefined && recordedAt - before.recordedAt >= bounceMs;
  return isAfterGap && (groundSpeedKt ?? 0) >= stoppedKt ? before.recordedAt : recordedAt;
}

/** Whether it flies; as before when the report does not show it, and null when nothing was known before. */
function isFlyingAt({ onGround, altitudeAglFt, groundSpeedKt }: Position, before: boolean | null): boolean | null {
  if (onGround !== null) return !onGround || (altitudeAglFt ?? 0) > absurdFt || (groundSpeedKt ?? 0) > absurdKt;
  const flew = before === true;
  if (altitudeAglFt !== null) return altitudeAglFt > (flew ? flyingFt / 2 : flyingFt);
  return groundSpeedKt === null ? before : groundSpeedKt > (flew ? slowKt : fastKt);
}
