import type { Position } from '../../model.ts';
import type { Finding, FlownFlight } from './detector.ts';

/** Higher above the ground than this it flies, feet. */
const flyingFt = 50;
/** Slower than this no aeroplane flies, knots. */
const flyingKt = 30;

/** Returns the finding of a detector that cannot judge a flight, for this reason. */
export function unjudged(reason: string): Finding {
  return { marks: [], notJudged: [{ reason }] };
}

/** Returns whether an instant lies between block-off and block-on; an end that is unknown is no bound. */
export function underWay({ pirep }: Pick<FlownFlight, 'pirep'>): (at: number) => boolean {
  const from = pirep.blockOffAt ?? Number.NEGATIVE_INFINITY;
  const to = pirep.blockOnAt ?? Number.POSITIVE_INFINITY;
  return (at) => at >= from && at <= to;
}

/**
 * Returns whether it flies in a report, as its client says; else by the height above the ground, else by the times of take-off and
 * landing. Null when nothing of it is known.
 */
export function flies({ pirep }: Pick<FlownFlight, 'pirep'>): (position: Position) => boolean | null {
  const { takeoffAt, landingAt } = pirep;
  return ({ onGround, altitudeAglFt, groundSpeedKt, recordedAt }) => {
    if (onGround !== null) return !onGround;
    if (altitudeAglFt !== null) return altitudeAglFt > flyingFt;
    if (takeoffAt === null) return null;
    if (groundSpeedKt !== null && groundSpeedKt < flyingKt) return false;
    return recordedAt >= takeoffAt && (landingAt === null || recordedAt < landingAt);
  };
}

/** Returns the place of the newest report up to an instant, else of the first one; null when there is none. */
export function placeAt(
  positions: readonly Position[],
  at: number,
): { readonly lat: number | null; readonly lon: number | null } {
  const { lat, lon } = positions[Math.max(0, firstAfter(positions, at) - 1)] ?? { lat: null, lon: null };
  return { lat, lon };
}

/** Returns the index of the first report after an instant, by halves: a flight may have ten thousand marks in as many reports. */
function firstAfter(positions: readonly Position[], at: number): number {
  let [from, to] = [0, positions.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((positions[middle]?.recordedAt ?? at) <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}
