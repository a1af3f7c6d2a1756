import { distanceNm } from '../../lib/geo.ts';
import type { FlightEvent, Position } from '../model.ts';
import type { FigureKind } from '../position/event-kinds.ts';
import { foldAir } from './fold-air.ts';
import { believedInstant, correctClock, isClockSetBack, shiftClock } from './fold-clock.ts';
import { emptyFuel, foldFuel, leaveBlock } from './fold-fuel.ts';
import type { Fold, Last, Mark } from './fold-state.ts';
import { isReached, isTogether } from './fold-step.ts';
import { addPause } from './pauses.ts';
import { isPhase, nextPhase } from './phase.ts';

export function emptyFold(startedAt: number | null = null): Fold {
  return {
    startedAt,
    positionCount: 0,
    eventCount: 0,
    reportBytes: 0,
    lastReceivedAt: 0,
    phase: 'boarding',
    statedPhase: null,
    isAirborne: false,
    distanceNm: 0,
    hasGap: false,
    last: null,
    doubt: null,
    doubtedCount: 0,
    skippedNm: 0,
    jumpedAt: null,
    maxSimRate: 1,
    unsureUntil: null,
    groundAltitudeFt: null,
    level: null,
    fastSince: Number.NaN,
    stillSince: Number.NaN,
    isSlowFlyer: false,
    blockOff: null,
    blockOffNm: 0,
    takeoff: null,
    landing: null,
    toldLanding: null,
    standingSince: null,
    blockOn: null,
    landingPlace: null,
    landingRateFpm: null,
    fuel: emptyFuel(),
    pausedSince: null,
    isPausedByPhase: false,
    pauses: [],
  };
}

const movingKt = 1;
/** Reports without times that arrived together may be this far apart, at no less than this speed. */
const sureMin = 1;
const slowKt = 60;
/** A displacement larger than the jitter of a parked aeroplane. */
const movingNm = 0.015;
/** A step this long and this slow is a gap in the track. */
const gapNm = 30;
const gapMs = 15 * 60_000;

/**
 * Adds a position. Returns false for one that is older than the newest or that no aircraft could have reached: it is
 * counted but does not change the live view.
 */
export function foldPosition(fold: Fold, position: Position): boolean {
  fold.positionCount += 1;
  fold.lastReceivedAt = position.receivedAt;
  const at = believedInstant(fold, position);
  const last = fold.last;
  if (last !== null) {
    if (at >= last.recordedAt) correctClock(fold, last, at, position);
    else if (isClockSetBack(last, position)) shiftClock(fold, at - last.recordedAt, at);
    else return false;
  }
  let step = last === null ? 0 : distanceNm(last, position);
  const isElsewhere = last !== null && !isReached(last, at, position, step);
  if (isElsewhere && !isConfirmed(fold, at, position, step)) return false;
  fold.doubt = null;
  if (isElsewhere) {
    step = 0;
    fold.jumpedAt = at;
  }
  fold.distanceNm += step;
  if (last !== null && step > gapNm && at - last.recordedAt > gapMs) fold.hasGap = true;
  const speedKt = position.groundSpeedKt ?? impliedSpeedKt(last, at, step);
  if (isTogether(last, position) && (step / Math.max(slowKt, speedKt)) * 60 > sureMin) fold.unsureUntil = at;
  foldPause(fold, position, at);
  const wasOff = fold.blockOff !== null;
  foldAir(fold, position, at, speedKt, step, isElsewhere);
  if (fold.blockOff === null && position.fuelLb !== null) fold.fuel.lastLb = position.fuelLb;
  foldGround(fold, position, at, speedKt, step);
  if (position.fuelLb !== null && (wasOff || fold.blockOff !== null)) foldFuel(fold, position.fuelLb, at);
  foldPhase(fold, position, at, speedKt);
  keepLast(fold, position, at);
  return true;
}

/** Counts an unreachable position. Returns true for the second one in the same place: the aircraft was moved there. */
function isConfirmed(fold: Fold, at: number, position: Position, stepNm: number): boolean {
  fold.doubtedCount += 1;
  const { doubt } = fold;
  // While a simulator's menu is open, it reports 0/0.
  if (Math.abs(position.lat) < 0.05 && Math.abs(position.lon) < 0.05) return false;
  if (doubt !== null && at >= doubt.recordedAt) {
    const step = distanceNm(doubt, position);
    if (isReached(doubt, at, position, step)) {
      fold.skippedNm += stepNm;
      return true;
    }
  }
  fold.doubt = { recordedAt: at, lat: position.lat, lon: position.lon };
  return false;
}

function keepLast(fold: Fold, position: Position, at: number): void {
  const { receivedAt, isDated, lat, lon } = position;
  const verticalSpeedFpm = position.verticalSpeedFpm ?? Number.NaN;
  const groundSpeedKt = position.groundSpeedKt ?? Number.NaN;
  const simRate = position.simRate ?? 1;
  if (fold.blockOff !== null && simRate > fold.maxSimRate) fold.maxSimRate = simRate;
  const last = fold.last;
  if (last === null) {
    fold.last = { recordedAt: at, receivedAt, isDated, lat, lon, verticalSpeedFpm, groundSpeedKt, simRate };
    return;
  }
  last.recordedAt = at;
  last.receivedAt = receivedAt;
  last.isDated = isDated;
  last.lat = lat;
  last.lon = lon;
  last.verticalSpeedFpm = verticalSpeedFpm;
  last.groundSpeedKt = groundSpeedKt;
  last.simRate = simRate;
}

function impliedSpeedKt(last: Last | null, at: number, stepNm: number): number {
  if (last === null) return 0;
  const hours = (at - last.recordedAt) / 3_600_000;
  return hours > 0 ? stepNm / hours : 0;
}

/** The effect of each kind of event that changes figures; without a prototype, because clients choose kinds. */
const effects: Readonly<Record<FigureKind, (fold: Fold, mark: Mark, event: FlightEvent) => void>> = Object.assign(
  Object.create(null),
  {
    'block-off': (fold: Fold, mark: Mark) => {
      if (fold.landing === null || fold.blockOff === null) leaveBlock(fold, mark);
    },
    takeoff: (fold: Fold, mark: Mark) => {
      if (fold.takeoff === null || fold.takeoff.isEstimated) fold.takeoff = mark;
    },
    landing: (fold: Fold, mark: Mark, event: FlightEvent) => {
      fold.landing = mark;
      if (event.lat !== null && event.lon !== null) fold.landingPlace = { lat: event.lat, lon: event.lon };
      statedLandingRate(fold, event.data);
    },
    'block-on': (fold: Fold, mark: Mark) => {
      fold.blockOn = mark;
    },
    pause: (fold: Fold, { at }: Mark) => {
      fold.pausedSince ??= at;
    },
    resume: (fold: Fold, { at }: Mark) => endPause(fold, at),
  } satisfies Record<FigureKind, unknown>,
);

export function foldEvent(fold: Fold, event: FlightEvent): void {
  fold.eventCount += 1;
  fold.lastReceivedAt = event.receivedAt;
  const at = believedInstant(fold, event);
  effects[event.kind as FigureKind]?.(fold, { at, isEstimated: false, isTold: true }, event);
}

function statedLandingRate(fold: Fold, data: unknown): void {
  if (typeof data !== 'object' || data === null) return;
  const rate = (data as { landing_rate?: unknown }).landing_rate;
  if (typeof rate === 'number' && Number.isFinite(rate)) fold.landingRateFpm = { value: rate, isEstimated: false };
}

function foldPause(fold: Fold, position: Position, at: number): void {
  if (position.phase === 'paused' || position.isPaused === true) {
    if (fold.pausedSince === null) fold.isPausedByPhase = true;
    fold.pausedSince ??= at;
  } else if (fold.isPausedByPhase || (position.phase !== null && fold.phase === 'paused')) endPause(fold, at);
}

function endPause(fold: Fold, at: number): void {
  fold.isPausedByPhase = false;
  if (fold.pausedSince === null) return;
  if (at > fold.pausedSince) addPause(fold.pauses, { from: fold.pausedSince, to: at });
  fold.pausedSince = null;
}

function foldGround(fold: Fold, position: Position, at: number, speedKt: number, stepNm: number): void {
  // It was rolling and now reports that it stands: it moved before this report.
  const hasStopped = position.groundSpeedKt !== null && fold.last !== null && fold.last.groundSpeedKt >= movingKt;
  const isMoving = speedKt >= movingKt || (stepNm > movingNm && !hasStopped);
  if (isMoving) fold.stillSince = Number.NaN;
  else if (Number.isNaN(fold.stillSince)) fold.stillSince = at;
  if (fold.isAirborne || isMoving) fold.standingSince = null;
  if (fold.isAirborne) return;
  // If the very first report is already moving, it left its stand before.
  if (isMoving && fold.blockOff === null) leaveBlock(fold, { at, isEstimated: fold.last === null });
  if (!isMoving) fold.standingSince ??= fold.stillSince;
  // Not while climbing: otherwise the ground would rise with a helicopter that is not yet known to fly.
  const { altitudeMslFt } = position;
  const isClimbing = (position.verticalSpeedFpm ?? 0) > 100;
  if (altitudeMslFt !== null && altitudeMslFt !== fold.groundAltitudeFt && !(isClimbing && position.onGround === null))
    fold.groundAltitudeFt = altitudeMslFt;
}

function foldPhase(fold: Fold, position: Position, at: number, speedKt: number): void {
  const stated = position.phase;
  fold.statedPhase = stated !== null && !isPhase(stated) ? stated : null;
  if (stated !== null && isPhase(stated)) {
    if (stated === 'arrived' && fold.phase !== 'arrived' && fold.blockOn === null) {
      fold.blockOn = { at, isEstimated: false };
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
