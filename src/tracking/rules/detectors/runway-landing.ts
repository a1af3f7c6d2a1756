import { chooseRunway, placeOn, type Runway, type RunwaysNear, turnDeg } from '../../../lib/runways/runway.ts';
import type { Basis, FlightEvent, Position } from '../../model.ts';
import { between, findTouchdown, heightAbove, type Touchdown } from './touchdown.ts';

/** A figure, its basis, and the reason where it is no better. Metres, knots, feet, degrees, seconds. */
export interface Measured {
  readonly value: number;
  readonly basis: Basis;
  readonly reason: Reason | null;
}

/** Why a figure is an estimate: reports this many seconds apart, or something that the client does not report. */
export type Reason =
  | { readonly kind: 'gap'; readonly seconds: number }
  | { readonly kind: 'course-for-heading' }
  | { readonly kind: 'peak-between-reports' };

/** What is read of a flight: its reports in order of time, and when it landed. */
export interface LandedFlight {
  readonly pirep: { readonly landingAt: number | null };
  readonly positions: readonly Position[];
  readonly events: readonly FlightEvent[];
}

/** A landing against its runway. A figure is null when the reports do not show it. */
export interface RunwayLanding {
  readonly runway: Runway;
  readonly touchdown: Touchdown;
  /** Metres from the landing threshold. */
  readonly fromThresholdM: Measured;
  /** Metres from the centre line, right positive. */
  readonly offCentreM: Measured;
  /** Degrees, right positive: where the nose pointed. */
  readonly headingOffDeg: Measured;
  readonly thresholdSpeedKt: Measured | null;
  readonly thresholdHeightFt: Measured | null;
  readonly flare: Flare | null;
  readonly bounces: Measured | null;
  readonly peakG: Measured | null;
}

/** The last 50 ft: how long they took, and how far it flew. */
export interface Flare {
  readonly seconds: number;
  readonly metres: number;
}

/** Reports this many seconds apart show the figures; between those farther apart they are estimates. */
const denseS = 2;
/** The flare is watched from this height on. */
export const flareFt = 50;
const minFlareReports = 3;
/** How long before and after the touchdown a load factor belongs to it. */
const peakMs = 3_000;
/** Shorter than a peak of the load factor, seconds. */
const peakS = 0.2;
/** Reports farther apart do not show how it crossed the threshold, seconds. */
const maxThresholdGapS = 20;
/** Who was over the runway for longer than this before it touched down did not just cross its threshold, milliseconds. */
const maxOverRunwayMs = 120_000;

/** Returns the landing against its runway; null before it, or when no runway is known where it touched down. */
export function runwayLandingOf(
  { pirep, positions, events }: LandedFlight,
  runwaysNear: RunwaysNear,
): RunwayLanding | null {
  const { landingAt } = pirep;
  return landingAt === null ? null : landingOnRunway(positions, events, landingAt, runwaysNear);
}

/** Returns the landing at this time against its runway; null when no runway is known where it touched down. */
export function landingOnRunway(
  positions: readonly Position[],
  events: readonly FlightEvent[],
  landingAt: number,
  runwaysNear: RunwaysNear,
): RunwayLanding | null {
  const touchdown = findTouchdown(positions, events, landingAt, runwaysNear);
  const runway = touchdown === null ? null : chooseRunway(runwaysNear(touchdown), touchdown, touchdown.courseDeg);
  if (touchdown === null || runway === null) return null;
  const { alongM, rightM } = placeOn(runway, touchdown);
  const { gapS, headingDeg, courseDeg } = touchdown;
  const placed = (value: number): Measured =>
    touchdown.isPlaceReported ? { value, basis: 'reported', reason: null } : measured(value, gapS);
  return {
    runway,
    touchdown,
    fromThresholdM: placed(alongM - displacedM(runway)),
    offCentreM: placed(rightM),
    headingOffDeg:
      headingDeg === null
        ? { value: turnDeg(runway.bearingDeg, courseDeg), basis: 'estimated', reason: { kind: 'course-for-heading' } }
        : measured(turnDeg(runway.bearingDeg, headingDeg), gapS),
    ...crossing(runway, positions, touchdown),
    flare: flareOf(positions, touchdown),
    bounces: touchdown.bounces === null ? null : measured(touchdown.bounces, gapS),
    peakG: peakOf(positions, touchdown),
  };
}

/** Returns the distance of the landing threshold from the end of the pavement, metres. */
export function displacedM({ displacedFt }: Runway): number {
  return displacedFt * 0.3048;
}

function measured(value: number, gapS: number): Measured {
  if (gapS <= denseS) return { value, basis: 'computed', reason: null };
  return { value, basis: 'estimated', reason: { kind: 'gap', seconds: gapS } };
}

/** Returns speed and height over the threshold, between the reports before and after it. */
function crossing(
  runway: Runway,
  positions: readonly Position[],
  touchdown: Touchdown,
): Pick<RunwayLanding, 'thresholdSpeedKt' | 'thresholdHeightFt'> {
  const none = { thresholdSpeedKt: null, thresholdHeightFt: null };
  const pastM = (position: Position) => placeOn(runway, position).alongM - displacedM(runway);
  const ground = positions[touchdown.before + 1];
  if (ground === undefined || placeOn(runway, touchdown).alongM < displacedM(runway)) return none;
  for (let index = touchdown.before; index >= 0; index--) {
    const [here, next] = [positions[index], positions[index + 1]];
    if (here === undefined || next === undefined || touchdown.at - next.recordedAt > maxOverRunwayMs) return none;
    const fromM = pastM(here);
    if (fromM >= 0) continue;
    const gapS = (next.recordedAt - here.recordedAt) / 1_000;
    if (gapS > maxThresholdGapS) return none;
    const share = -fromM / (pastM(next) - fromM);
    const mix = (from: number | null, to: number | null) =>
      from === null || to === null ? null : measured(from + (to - from) * share, gapS);
    return {
      thresholdSpeedKt: mix(here.groundSpeedKt, next.groundSpeedKt),
      thresholdHeightFt: index === touchdown.before ? null : mix(heightAbove(here, ground), heightAbove(next, ground)),
    };
  }
  return none;
}

/** Returns the last 50 ft where reports are dense enough to show them. */
function flareOf(positions: readonly Position[], touchdown: Touchdown): Flare | null {
  const ground = positions[touchdown.before + 1];
  if (ground === undefined || touchdown.gapS > denseS) return null;
  for (let index = touchdown.before; index >= 0; index--) {
    const [here, next] = [positions[index], positions[index + 1]];
    if (here === undefined || next === undefined || next.recordedAt - here.recordedAt > denseS * 1_000) return null;
    const [fromFt, toFt] = [heightAbove(here, ground), heightAbove(next, ground)];
    if (fromFt === null || toFt === null) return null;
    if (fromFt < flareFt) continue;
    if (touchdown.before - index < minFlareReports) return null;
    const share = fromFt <= toFt ? 0 : Math.min(1, (fromFt - flareFt) / (fromFt - toFt));
    const at = here.recordedAt + (next.recordedAt - here.recordedAt) * share;
    const runway = { start: between(here, next, at), bearingDeg: touchdown.courseDeg };
    return { seconds: (touchdown.at - at) / 1_000, metres: placeOn(runway, touchdown).alongM };
  }
  return null;
}

/** Returns the greatest load factor that was reported around the touchdown. */
export function peakOf(positions: readonly Position[], { at, gapS }: Touchdown): Measured | null {
  let value: number | null = null;
  for (const { recordedAt, gForce } of positions) {
    if (gForce !== null && Math.abs(recordedAt - at) <= Math.max(peakMs, gapS * 1_000))
      value = Math.max(value ?? gForce, gForce);
  }
  if (value === null) return null;
  return gapS <= peakS
    ? { value, basis: 'computed', reason: null }
    : { value, basis: 'estimated', reason: { kind: 'peak-between-reports' } };
}
