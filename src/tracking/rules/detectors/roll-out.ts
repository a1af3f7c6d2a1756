import { metresBetween } from '../../../lib/runways/metres.ts';
import { chooseRunway, placeOn, type Runway, type RunwaysNear } from '../../../lib/runways/runway.ts';
import type { Position } from '../../model.ts';

/** How long before, and after, the landing as tracking found it the wheels may have touched. */
const beforeMs = 90_000;
const afterMs = 60_000;
/** Faster than an aircraft loses speed in the air, knots each second, seen over this time. */
const brakingKtPerS = 2;
const brakingMs = 3_000;
/** Pressure altitudes may be this far off the elevation, feet. */
const pressureFt = 400;
/** Altitudes come in steps of this, and closer ones than the second value are the same, feet. */
const stepFt = 25;
const sameFt = 0.5;
/** Sinking more slowly than this it is level, feet per minute. */
const levelFpm = -60;
/** It rolls out below this speed, knots. */
const rollingKt = 60;

/**
 * Returns the index of the first report on the ground of the landing around this time, for a client that says neither whether
 * it is on the ground nor its height above it: on a runway, near its elevation, where it begins to brake as nothing brakes in
 * the air. The altitude alone does not show it: receivers report 0 from some time after the touchdown on, whatever the field.
 * Null where this is not seen.
 */
export function firstOnRunway(
  positions: readonly Position[],
  landingAt: number,
  runwaysNear: RunwaysNear,
): number | null {
  const restFt = restAltitudeFt(positions, landingAt);
  for (let index = 1; index < positions.length; index++) {
    const [before, here] = [positions[index - 1], positions[index]];
    if (before === undefined || here === undefined || here.recordedAt > landingAt + afterMs) return null;
    if (before.recordedAt < landingAt - beforeMs) continue;
    if (here.onGround !== null || here.altitudeAglFt !== null) return null;
    if (!isBraking(positions, index - 1)) continue;
    const runway = chooseRunway(runwaysNear(here), here, courseOf(before, here));
    if (runway === null || !isNear(before, runway, restFt)) continue;
    let first = index;
    while (isDown(positions, first - 1, runway, restFt)) first -= 1;
    return first;
  }
  return null;
}

/** Returns the altitude that it reports while it rolls out; null when unknown. */
function restAltitudeFt(positions: readonly Position[], landingAt: number): number | null {
  const rolling = positions.find(
    ({ recordedAt, groundSpeedKt }) => recordedAt >= landingAt && groundSpeedKt !== null && groundSpeedKt < rollingKt,
  );
  return rolling?.altitudeMslFt ?? null;
}

/** Whether it brakes from this report on: already at the next one, and still so after a few seconds. */
function isBraking(positions: readonly Position[], from: number): boolean {
  const lossOf = (to: number) => speedLoss(positions[from], positions[to]);
  if (lossOf(from + 1) < brakingKtPerS / 2) return false;
  let later = from + 1;
  while (later < positions.length && msBetween(positions[from], positions[later]) < brakingMs) later += 1;
  return lossOf(later) >= brakingKtPerS;
}

function msBetween(before: Position | undefined, after: Position | undefined): number {
  return (after?.recordedAt ?? 0) - (before?.recordedAt ?? 0);
}

/** Knots each second; 0 when unknown. */
function speedLoss(before: Position | undefined, after: Position | undefined): number {
  if (before === undefined || after === undefined || before.groundSpeedKt === null || after.groundSpeedKt === null)
    return 0;
  const seconds = msBetween(before, after) / 1_000;
  return seconds <= 0 ? 0 : (before.groundSpeedKt - after.groundSpeedKt) / seconds;
}

function isNear(position: Position, runway: Runway, restFt: number | null): boolean {
  const { altitudeMslFt } = position;
  if (altitudeMslFt === null || isAtRest(position, restFt)) return true;
  return Math.abs(altitudeMslFt - elevationFt(runway, position)) <= pressureFt;
}

/**
 * Whether this report is on the ground already: at exactly the altitude of the roll-out, or, where the next one is far, level at
 * the runway's elevation. Among dense ones that is the flare.
 */
function isDown(positions: readonly Position[], index: number, runway: Runway, restFt: number | null): boolean {
  const [position, next] = [positions[index], positions[index + 1]];
  if (position === undefined || next === undefined || position.altitudeMslFt === null) return false;
  const { alongM } = placeOn(runway, position);
  if (alongM < 0 || alongM > runway.lengthM) return false;
  if (isAtRest(position, restFt)) return true;
  const isLevel = (position.verticalSpeedFpm ?? levelFpm) > levelFpm;
  const isSparse = next.recordedAt - position.recordedAt > brakingMs;
  return isSparse && isLevel && Math.abs(position.altitudeMslFt - elevationFt(runway, position)) <= stepFt;
}

function isAtRest({ altitudeMslFt }: Position, restFt: number | null): boolean {
  return altitudeMslFt !== null && restFt !== null && Math.abs(altitudeMslFt - restFt) < sameFt;
}

/** Returns the elevation of the runway at this place, feet. */
function elevationFt(runway: Runway, position: Position): number {
  const { startElevationFt, endElevationFt, lengthM } = runway;
  const share = Math.max(0, Math.min(1, placeOn(runway, position).alongM / lengthM));
  return startElevationFt + (endElevationFt - startElevationFt) * share;
}

function courseOf(before: Position, here: Position): number {
  if (here.headingDeg !== null) return here.headingDeg;
  const { eastM, northM } = metresBetween(before, here);
  return ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;
}
