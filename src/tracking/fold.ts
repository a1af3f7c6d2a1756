import { distanceNm } from '../lib/geo.ts';
import type { FlightEvent, Phase, Position } from './model.ts';
import { isPhase, nextPhase } from './phase.ts';

/**
 * What a flight's reports add up to. Plain data, so that it can be sealed with them. Made by `foldPosition` and
 * `foldEvent`: in the order of arrival for the live view, in the order of `recordedAt` for the PIREP.
 */
export interface Fold {
  positionCount: number;
  eventCount: number;
  /** What these reports take of the flight's quota. */
  reportBytes: number;
  phase: Phase;
  /** The client's own word where it is none of ours. */
  statedPhase: string | null;
  isAirborne: boolean;
  distanceNm: number;
  /** Where and when it was last: written over, never replaced. */
  last: { recordedAt: number; lat: number; lon: number } | null;
  /** Altitude of the ground last stood on. */
  groundAltitudeFt: number | null;
  /** Since when the altitude has not left a band of 25 ft: a landing began with it. */
  level: { altitudeFt: number; at: number; lat: number; lon: number; verticalSpeedFpm: number | null } | null;
  blockOff: Mark | null;
  takeoff: Mark | null;
  landing: Mark | null;
  /** Since when it has been standing, null while it moves. */
  standingSince: number | null;
  blockOn: Mark | null;
  landingPlace: { lat: number; lon: number } | null;
  landingRateFpm: { value: number; isEstimated: boolean } | null;
  /** Fuel at the first report that tells it, and at the newest. */
  firstFuelLb: number | null;
  lastFuelLb: number | null;
  pausedSince: number | null;
  pausedMs: number;
}

/** An instant and how it is known. */
export interface Mark {
  at: number;
  isEstimated: boolean;
}

export function emptyFold(): Fold {
  return {
    positionCount: 0,
    eventCount: 0,
    reportBytes: 0,
    phase: 'boarding',
    statedPhase: null,
    isAirborne: false,
    distanceNm: 0,
    last: null,
    groundAltitudeFt: null,
    level: null,
    blockOff: null,
    takeoff: null,
    landing: null,
    standingSince: null,
    blockOn: null,
    landingPlace: null,
    landingRateFpm: null,
    firstFuelLb: null,
    lastFuelLb: null,
    pausedSince: null,
    pausedMs: 0,
  };
}

const movingKt = 1;
/** A displacement that no parked aeroplane's jitter makes. */
const movingNm = 0.015;
const levelBandFt = 25;

/**
 * Adds a position; false for one that is older than the newest: it only counts, and cannot move the live view back.
 */
export function foldPosition(fold: Fold, position: Position): boolean {
  fold.positionCount += 1;
  const last = fold.last;
  if (last !== null && position.recordedAt < last.recordedAt) return false;
  const step = last === null ? 0 : distanceNm(last, position);
  fold.distanceNm += step;
  if (position.fuelLb !== null) {
    fold.firstFuelLb ??= position.fuelLb;
    fold.lastFuelLb = position.fuelLb;
  }
  foldPause(fold, position);
  const speedKt = position.groundSpeedKt ?? impliedSpeedKt(last, position, step);
  if (last === null) fold.last = { recordedAt: position.recordedAt, lat: position.lat, lon: position.lon };
  else moveTo(last, position);
  foldAir(fold, position, speedKt);
  foldGround(fold, position, speedKt, step);
  foldPhase(fold, position, speedKt);
  return true;
}

function moveTo(last: NonNullable<Fold['last']>, { recordedAt, lat, lon }: Position): void {
  last.recordedAt = recordedAt;
  last.lat = lat;
  last.lon = lon;
}

/** Adds a flight event: what it says about block and air times overrules what positions suggest. */
export function foldEvent(fold: Fold, event: FlightEvent): void {
  fold.eventCount += 1;
  const mark: Mark = { at: event.recordedAt, isEstimated: false };
  switch (event.kind) {
    case 'block-off':
      fold.blockOff = mark;
      break;
    case 'takeoff':
      if (fold.takeoff === null || fold.takeoff.isEstimated) fold.takeoff = mark;
      break;
    case 'landing':
      fold.landing = mark;
      if (event.lat !== null && event.lon !== null) fold.landingPlace = { lat: event.lat, lon: event.lon };
      statedLandingRate(fold, event.data);
      break;
    case 'block-on':
      fold.blockOn = mark;
      break;
    case 'pause':
      fold.pausedSince ??= event.recordedAt;
      break;
    case 'resume':
      endPause(fold, event.recordedAt);
      break;
  }
}

function statedLandingRate(fold: Fold, data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  const rate = (data as { landing_rate?: unknown }).landing_rate;
  if (typeof rate === 'number' && Number.isFinite(rate)) fold.landingRateFpm = { value: rate, isEstimated: false };
}

function foldPause(fold: Fold, position: Position): void {
  if (position.phase === 'paused') fold.pausedSince ??= position.recordedAt;
  else if (position.phase !== null && fold.phase === 'paused') endPause(fold, position.recordedAt);
}

function endPause(fold: Fold, at: number): void {
  if (fold.pausedSince === null) return;
  fold.pausedMs += Math.max(0, at - fold.pausedSince);
  fold.pausedSince = null;
}

function impliedSpeedKt(last: Fold['last'], position: Position, stepNm: number): number {
  if (last === null) return 0;
  const hours = (position.recordedAt - last.recordedAt) / 3_600_000;
  return hours > 0 ? stepNm / hours : 0;
}

function foldAir(fold: Fold, position: Position, speedKt: number): void {
  const isAirborne = fold.isAirborne ? !isLanded(position, speedKt) : isFlying(fold, position, speedKt);
  if (isAirborne && !fold.isAirborne) takeOff(fold, position);
  if (!isAirborne && fold.isAirborne) land(fold, position);
  if (isAirborne) foldLevel(fold, position);
  else fold.groundAltitudeFt = position.altitudeMslFt ?? fold.groundAltitudeFt;
  fold.isAirborne = isAirborne;
}

function isFlying(fold: Fold, position: Position, speedKt: number): boolean {
  if (position.onGround !== null) return !position.onGround;
  if (position.altitudeAglFt !== null) return position.altitudeAglFt > 50;
  const { altitudeMslFt, verticalSpeedFpm } = position;
  if (altitudeMslFt !== null && fold.groundAltitudeFt !== null) {
    return speedKt >= 60 && altitudeMslFt > fold.groundAltitudeFt + 100;
  }
  if (fold.last !== null && fold.positionCount === 1) return speedKt >= 100;
  return speedKt >= 90 && (verticalSpeedFpm ?? 0) > 300;
}

function isLanded(position: Position, speedKt: number): boolean {
  if (position.onGround !== null) return position.onGround;
  if (position.altitudeAglFt !== null) return position.altitudeAglFt < 20 && (position.verticalSpeedFpm ?? 0) > -200;
  return speedKt < 50;
}

function takeOff(fold: Fold, position: Position): void {
  fold.blockOn = null;
  fold.landing = null;
  fold.landingPlace = null;
  if (fold.takeoff !== null) return;
  // Where the very first report is in the air, the take-off was some time before it.
  fold.takeoff = { at: position.recordedAt, isEstimated: true };
  fold.blockOff ??= { at: position.recordedAt, isEstimated: true };
}

function foldLevel(fold: Fold, position: Position): void {
  const altitudeFt = position.altitudeMslFt;
  if (altitudeFt === null) return;
  if (fold.level !== null && Math.abs(altitudeFt - fold.level.altitudeFt) <= levelBandFt) return;
  const { recordedAt: at, lat, lon, verticalSpeedFpm } = position;
  fold.level = { altitudeFt, at, lat, lon, verticalSpeedFpm };
}

/** Without a word about the ground, the landing is where the altitude reached that of the roll-out. */
function land(fold: Fold, position: Position): void {
  const level = fold.level;
  const isTold = position.onGround !== null;
  const isLevel =
    !isTold &&
    level !== null &&
    position.altitudeMslFt !== null &&
    Math.abs(level.altitudeFt - position.altitudeMslFt) <= levelBandFt;
  const place = isLevel ? level : { at: position.recordedAt, ...position };
  if (fold.landing === null || fold.landing.isEstimated) fold.landing = { at: place.at, isEstimated: !isTold };
  fold.landingPlace ??= { lat: place.lat, lon: place.lon };
  const rate = isLevel ? level.verticalSpeedFpm : position.verticalSpeedFpm;
  if (rate !== null && rate < 0 && fold.landingRateFpm === null)
    fold.landingRateFpm = { value: rate, isEstimated: true };
}

function foldGround(fold: Fold, position: Position, speedKt: number, stepNm: number): void {
  if (fold.isAirborne) {
    fold.standingSince = null;
    return;
  }
  const isMoving = speedKt >= movingKt || stepNm > movingNm;
  if (isMoving) {
    fold.standingSince = null;
    // The first report of all that already moves: it left its stand before.
    fold.blockOff ??= { at: position.recordedAt, isEstimated: fold.positionCount === 1 };
  } else fold.standingSince ??= position.recordedAt;
}

function foldPhase(fold: Fold, position: Position, speedKt: number): void {
  const stated = position.phase;
  fold.statedPhase = stated !== null && !isPhase(stated) ? stated : null;
  if (stated !== null && isPhase(stated)) {
    if (stated === 'arrived' && fold.phase !== 'arrived' && fold.blockOn === null) {
      fold.blockOn = { at: position.recordedAt, isEstimated: false };
    }
    if (stated !== 'arrived' && stated !== 'paused' && fold.blockOn !== null && speedKt >= movingKt)
      fold.blockOn = null;
    fold.phase = stated;
    return;
  }
  const altitudeFt = position.altitudeMslFt;
  const ground = fold.groundAltitudeFt;
  fold.phase = nextPhase(fold.phase, {
    isAirborne: fold.isAirborne,
    hasFlown: fold.takeoff !== null,
    groundSpeedKt: speedKt,
    verticalSpeedFpm: position.verticalSpeedFpm ?? 0,
    heightFt: position.altitudeAglFt ?? (altitudeFt === null || ground === null ? null : altitudeFt - ground),
    altitudeFt,
  });
}
