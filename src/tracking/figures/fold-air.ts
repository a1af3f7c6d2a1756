import type { Position } from '../model.ts';
import { leaveBlock } from './fold-fuel.ts';
import type { Fold } from './fold-state.ts';
import { isTogether } from './fold-step.ts';

const levelBandFt = 25;
/** Higher above the ground than this, where that is reported, it flies. */
const flyingFt = 50;
/** A report in the air older than the first value does not show the touchdown; one within the second value shows it best. */
const freshMs = 6_000;
const freshestMs = 3_000;
/** Below this sink rate it is already level, which does not show the touchdown. */
const sinkingFpm = -60;
/** Airborne again for less than this is a bounce. */
const bounceMs = 30_000;
/** On the ground before and after a step this long, it has flown in between, if it moved at either of them. */
const unseenFlightNm = 20;
const movingKt = 1;
/** An altitude that falls faster than this while the aircraft hardly sinks is no altitude any more, feet per minute. */
const fallFpm = 1_000;
const hardlyFpm = -300;

/** Updates whether it is airborne, its take-off and its landing. Call it before the position becomes the last one. */
export function foldAir(
  fold: Fold,
  position: Position,
  at: number,
  speedKt: number,
  stepNm: number,
  isElsewhere: boolean,
): void {
  const isAirborne = fold.isAirborne ? !isLanded(fold, position, at, speedKt) : isFlying(fold, position, at, speedKt);
  if (isAirborne && !fold.isAirborne) takeOff(fold, position, at, speedKt);
  // It was placed on the ground: not a landing.
  if (!isAirborne && fold.isAirborne && !isElsewhere) land(fold, position, at);
  const stood = fold.last !== null && fold.last.groundSpeedKt < movingKt && speedKt < movingKt;
  if (!isAirborne && !fold.isAirborne && stepNm > unseenFlightNm && !stood) flyUnseen(fold, position, at);
  if (isAirborne) foldLevel(fold, position, at);
  fold.isAirborne = isAirborne;
}

function isFlying(fold: Fold, position: Position, at: number, speedKt: number): boolean {
  const { onGround, altitudeAglFt, altitudeMslFt } = position;
  const climbFpm = position.verticalSpeedFpm ?? 0;
  // A seaplane is never on the ground: it flies when it moves, or rises.
  if (onGround !== null) return !onGround && !isOnWater(fold, position, speedKt);
  if (altitudeAglFt !== null) return altitudeAglFt > flyingFt;
  if (altitudeMslFt !== null && fold.groundAltitudeFt !== null) {
    if (fold.isSlowFlyer && fold.takeoff !== null && speedKt >= 60) return true;
    return (speedKt >= 60 || climbFpm > 100) && altitudeMslFt > fold.groundAltitudeFt + 100;
  }
  if (fold.last === null) return speedKt >= 100;
  if (altitudeMslFt === null && isFastForLong(fold, at, speedKt)) return true;
  return speedKt >= 90 && climbFpm > 300;
}

function isOnWater(fold: Fold, position: Position, speedKt: number): boolean {
  const { altitudeAglFt, altitudeMslFt, verticalSpeedFpm } = position;
  if (altitudeAglFt !== null) return altitudeAglFt < 10 && speedKt < 40;
  if (fold.takeoff !== null || Math.abs(verticalSpeedFpm ?? 0) >= 50) return false;
  const ground = fold.groundAltitudeFt;
  return speedKt < 1 || (speedKt < 40 && altitudeMslFt !== null && ground !== null && altitudeMslFt < ground + 50);
}

/** Too fast for too long to be on the ground: no take-off roll lasts a minute or is faster than 200 kt. */
function isFastForLong(fold: Fold, at: number, speedKt: number): boolean {
  if (speedKt < 90) {
    fold.fastSince = Number.NaN;
    return false;
  }
  if (Number.isNaN(fold.fastSince)) fold.fastSince = at;
  return speedKt > 200 || at - fold.fastSince >= 60_000;
}

function isLanded(fold: Fold, position: Position, at: number, speedKt: number): boolean {
  const { onGround, altitudeAglFt } = position;
  if (onGround === true) return true;
  const climbFpm = position.verticalSpeedFpm ?? 0;
  if (onGround === false)
    return altitudeAglFt === null ? isStill(fold, at, speedKt, climbFpm) : altitudeAglFt < 10 && speedKt < 40;
  if (altitudeAglFt !== null) return altitudeAglFt < 20 && climbFpm > -200;
  // A helicopter may be this slow in the air.
  if (fold.isSlowFlyer) return isStill(fold, at, speedKt, climbFpm);
  return speedKt < 50 && climbFpm > -150;
}

/** It has not moved for ten seconds, which no hovering aircraft does. */
function isStill(fold: Fold, at: number, speedKt: number, climbFpm: number): boolean {
  return speedKt < 1 && Math.abs(climbFpm) < 100 && at - fold.stillSince >= 10_000;
}

function takeOff(fold: Fold, position: Position, at: number, speedKt: number): void {
  if (fold.landing !== null && !fold.landing.isEstimated)
    fold.toldLanding = { landing: fold.landing, place: fold.landingPlace, rate: fold.landingRateFpm };
  fold.blockOn = null;
  fold.landing = null;
  fold.landingPlace = null;
  fold.landingRateFpm = null;
  fold.level = null;
  if (fold.fuel.isRefuelledOnGround) fold.fuel.isEstimated = true;
  fold.fuel.isRefuelledOnGround = false;
  if (fold.takeoff !== null) return;
  const { onGround, altitudeAglFt } = position;
  fold.isSlowFlyer = onGround === null && altitudeAglFt === null && speedKt < 60;
  // If the very first report is in the air, it took off some time before.
  fold.takeoff = { at: Number.isNaN(fold.fastSince) ? at : fold.fastSince, isEstimated: true };
  if (fold.blockOff === null) leaveBlock(fold, { at: fold.takeoff.at, isEstimated: true });
}

/** Records since when its altitude has been that of the roll-out, and how it descended to it. */
function foldLevel(fold: Fold, position: Position, at: number): void {
  const { altitudeMslFt, altitudeAglFt, lat, lon } = position;
  const { level } = fold;
  if (altitudeMslFt === null) return;
  if ((altitudeAglFt ?? 0) > flyingFt) {
    fold.level = null;
    return;
  }
  if (level !== null && Math.abs(altitudeMslFt - level.altitudeFt) <= levelBandFt) {
    const own = position.verticalSpeedFpm ?? 0;
    if (own <= sinkingFpm) level.verticalSpeedFpm = own;
    return;
  }
  if (level !== null && isNoAltitude(fold, position, at, level.altitudeFt - altitudeMslFt)) {
    level.altitudeFt = altitudeMslFt;
    return;
  }
  const verticalSpeedFpm = touchdownRate(fold, position, at);
  if (level === null) {
    fold.level = { altitudeFt: altitudeMslFt, at, lat, lon, verticalSpeedFpm };
    return;
  }
  level.altitudeFt = altitudeMslFt;
  level.at = at;
  level.lat = lat;
  level.lon = lon;
  level.verticalSpeedFpm = verticalSpeedFpm;
}

/**
 * Receivers report 0 from some time after the touchdown on, whatever the elevation of the field: it was level before, and rolls
 * out.
 */
function isNoAltitude(fold: Fold, position: Position, at: number, fallenFt: number): boolean {
  const { last } = fold;
  if (position.onGround !== null || last === null) return false;
  const minutes = (at - last.recordedAt) / 60_000;
  const isLevel = last.verticalSpeedFpm > hardlyFpm && (position.verticalSpeedFpm ?? 0) > hardlyFpm;
  return isLevel && fallenFt > fallFpm * minutes;
}

/** If the client never reports whether it is on the ground, the landing is when the altitude reached that of the roll-out. */
function land(fold: Fold, position: Position, at: number): void {
  const { level, toldLanding } = fold;
  const isReported = position.onGround === true;
  const { altitudeMslFt } = position;
  const isLevel =
    !isReported &&
    level !== null &&
    altitudeMslFt !== null &&
    Math.abs(level.altitudeFt - altitudeMslFt) <= levelBandFt;
  if (toldLanding !== null && fold.landing === null && at - toldLanding.landing.at < bounceMs) {
    fold.landing = toldLanding.landing;
    fold.landingPlace = toldLanding.place;
    fold.landingRateFpm = toldLanding.rate;
    return;
  }
  const landedAt = isLevel ? Math.max(level.at, fold.isSlowFlyer ? fold.stillSince : level.at) : at;
  if (fold.landing === null || fold.landing.isEstimated) fold.landing = { at: landedAt, isEstimated: !isReported };
  const place = isLevel && !fold.isSlowFlyer ? level : position;
  fold.landingPlace ??= { lat: place.lat, lon: place.lon };
  const rate = isLevel ? level.verticalSpeedFpm : touchdownRate(fold, position, at);
  if (rate < 0) fold.landingRateFpm ??= { value: rate, isEstimated: true };
}

/**
 * Returns the vertical speed of the last report in the air, or of the first one on the ground if that still shows it
 * sinking; NaN when neither shows the touchdown.
 */
function touchdownRate(fold: Fold, position: Position, at: number): number {
  const { last } = fold;
  const own = position.verticalSpeedFpm ?? Number.NaN;
  const ageMs = last === null || isTogether(last, position) ? Number.POSITIVE_INFINITY : at - last.recordedAt;
  const before = last === null || ageMs > freshMs ? Number.NaN : last.verticalSpeedFpm;
  return own <= sinkingFpm && (ageMs > freshestMs || Number.isNaN(before)) ? own : before;
}

/** Handles a flight between two reports: it took off after the first one and landed before the second. */
function flyUnseen(fold: Fold, position: Position, at: number): void {
  const before = fold.last?.recordedAt ?? at;
  if (fold.blockOff === null) leaveBlock(fold, { at: before, isEstimated: true });
  fold.takeoff ??= { at: before, isEstimated: true };
  fold.landing = { at, isEstimated: true };
  fold.landingPlace = { lat: position.lat, lon: position.lon };
  fold.landingRateFpm = null;
  fold.blockOn = null;
}
