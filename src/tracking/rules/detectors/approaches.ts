import { courseBetween } from '../../../lib/runways/metres.ts';
import { placeOn, type Runway, turnDeg } from '../../../lib/runways/runway.ts';
import type { Position } from '../../model.ts';
import type { FlownFlight } from './detector.ts';
import { type Landing, landingsOf } from './landings.ts';
import { lowPointsOf } from './turning-points.ts';

/** One approach to a runway, whether it ended in a landing or not. */
export interface Approach {
  /** Index of its first report: lower than 3,000 ft above the airport, and after the approach before it. */
  readonly first: number;
  /** Index of its last report in the air where it ended in a landing, else that of its lowest one. */
  readonly last: number;
  /** Null when it landed where no runway is known. */
  readonly runway: Runway | null;
  /** Elevation of the runway's beginning, or the altitude at which it landed, feet; null when neither is known. */
  readonly elevationFt: number | null;
  /** Null when it did not land. */
  readonly landing: Landing | null;
}

/** An approach begins below this, feet above the airport. */
const beginsFt = 3_000;
/** What is looked at of an approach without a landing, before it was lowest: for how long, how far away, and how wide. */
const lastMs = 90_000;
const maxBeforeM = 11_000;
const maxBesideM = 150;
const maxSlope = 0.1;
const maxTurnDeg = 30;
/** Nothing approaches a runway above this, feet: the highest one lies below 15,000. */
const maxMslFt = 16_500;

/** Between two reports an altitude differs by this and by what is climbed in their time, feet and feet per second. */
const spikeFt = 300;
const climbFps = 20;

/** From which on it counts: lower than the one above the airport, and up again by the other, feet. */
export interface ApproachLimits {
  readonly belowFt: number;
  readonly upFt: number;
}

/** What go-arounds are by default. */
export const usualApproach: ApproachLimits = { belowFt: 1_500, upFt: 500 };

/** Returns every approach of a track in order of time: those to each landing, and those that were broken off. */
export function approachesOf(flight: FlownFlight, limits: ApproachLimits): readonly Approach[] {
  const landings = landingsOf(flight);
  const ends = [
    ...landings.map((landing) => ({ last: landing.touchdown.before, landing })),
    ...brokenOff(flight, landings, limits),
  ].sort((one, other) => one.last - other.last);
  let after = 0;
  return ends.map((end) => {
    const runway = end.landing === null ? end.runway : (end.landing.onRunway?.runway ?? null);
    const elevationFt = runway?.startElevationFt ?? flight.positions[end.last + 1]?.altitudeMslFt ?? null;
    const first = Math.max(after, beginOf(flight.positions, end.last, elevationFt));
    after = end.last + 1;
    return { first, last: end.last, landing: end.landing, runway, elevationFt };
  });
}

interface BrokenOff {
  readonly last: number;
  readonly landing: null;
  readonly runway: Runway;
}

function brokenOff(flight: FlownFlight, landings: readonly Landing[], limits: ApproachLimits): readonly BrokenOff[] {
  const { positions } = flight;
  return lowPointsOf(positions, limits.upFt).flatMap((last) => {
    const lowest = positions[last];
    if (lowest === undefined || lowest.onGround === true || (lowest.altitudeMslFt ?? maxMslFt) >= maxMslFt) return [];
    if (!isConfirmed(positions, last)) return [];
    if (landings.some(({ touchdown }) => Math.abs(touchdown.at - lowest.recordedAt) <= lastMs)) return [];
    const runway = runwayAhead(flight, last);
    if (runway === null || (lowest.altitudeMslFt ?? 0) - runway.startElevationFt >= limits.belowFt) return [];
    return [{ last, landing: null, runway }];
  });
}

/** Whether a report beside it shows about the same altitude: one wrong altitude is no approach. */
function isConfirmed(positions: readonly Position[], last: number): boolean {
  const lowest = positions[last];
  return [positions[last - 1], positions[last + 1]].some((other) => {
    if (lowest?.altitudeMslFt == null || other?.altitudeMslFt == null) return false;
    const seconds = Math.abs(other.recordedAt - lowest.recordedAt) / 1_000;
    return other.altitudeMslFt - lowest.altitudeMslFt <= spikeFt + climbFps * seconds;
  });
}

/** Returns the runway to which it descended: the one whose extended centre line it was nearest to. */
function runwayAhead({ positions, runwaysNear }: FlownFlight, last: number): Runway | null {
  const lowest = positions[last];
  if (lowest === undefined) return null;
  const runways = runwaysNear(lowest);
  for (let index = last; index > 0; index--) {
    const [before, here] = [positions[index - 1], positions[index]];
    if (before === undefined || here === undefined || lowest.recordedAt - here.recordedAt > lastMs) return null;
    const courseDeg = courseBetween(before, here);
    const runway = courseDeg === null ? null : nearestLine(runways, here, courseDeg);
    if (runway !== null) return runway;
  }
  return null;
}

function nearestLine(runways: readonly Runway[], position: Position, courseDeg: number): Runway | null {
  let best: Runway | null = null;
  let besideM = Number.POSITIVE_INFINITY;
  for (const runway of runways) {
    if (Math.abs(turnDeg(runway.bearingDeg, courseDeg)) > maxTurnDeg) continue;
    const { alongM, rightM } = placeOn(runway, position);
    const isAhead = alongM > -maxBeforeM && alongM < runway.lengthM;
    const isBeside = Math.abs(rightM) > maxBesideM + maxSlope * Math.max(0, -alongM);
    if (!isAhead || isBeside || Math.abs(rightM) >= besideM) continue;
    [best, besideM] = [runway, Math.abs(rightM)];
  }
  return best;
}

function beginOf(positions: readonly Position[], last: number, elevationFt: number | null): number {
  for (let index = last; index > 0; index--) {
    const before = positions[index - 1];
    const heightFt = (before?.altitudeMslFt ?? 0) - (elevationFt ?? 0);
    if (before === undefined || before.onGround === true || heightFt > beginsFt) return index;
  }
  return 0;
}
