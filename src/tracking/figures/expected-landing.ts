import { distanceNm } from '../../lib/geo.ts';
import type { Phase, Plan, Position } from '../model.ts';

/** A flight under way, as far as its landing can be expected from it. */
export interface Flying {
  readonly plan: Pick<Plan, 'departure' | 'arrival' | 'distanceNm' | 'plannedFlightTimeMin'>;
  readonly position: Pick<Position, 'lat' | 'lon' | 'groundSpeedKt' | 'altitudeMslFt' | 'recordedAt'>;
  readonly phase: Phase;
  readonly takeoffAt: number | null;
  readonly flownNm: number;
}

/** When a flight is expected to land, and how far it may be off. */
export interface ExpectedLanding {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Four of five flights land within so many minutes of it. */
  readonly doubtMin: number;
  readonly toGoNm: number;
}

/** Flown routes are longer than the great circle by this factor, unless the plan says by how much. */
const usualStretch = 1.03;
const maxStretch = 1.3;
/** Maximum length of what is flown around an airport beyond the straight way to it. */
const maxArrivalNm = 12;
/** Descent: 3 nm for each 1,000 ft. */
const descentNmPerFt = 3 / 1_000;
/** The approach, flown slowly. */
const finalNm = 15;
/** Within this distance the present speed says more than any mean. */
const nearNm = 250;
/** Minutes that a climb takes longer than the same distance in the cruise. */
const climbLossMin = 5;
const minFlyingKt = 35;
/** Minutes between the gate and the runway that a schedule contains, both ends together. */
const taxiMin = 15;

/**
 * Returns when a flight in the air is expected to land, from its speed, what is left of its route, and how aircraft slow
 * down for a landing; null before the takeoff, after the landing, and where the arrival or the speed is unknown.
 */
export function expectLanding(flying: Flying): ExpectedLanding | null {
  const { plan, position, phase, takeoffAt } = flying;
  const arrival = placeOf(plan.arrival);
  const speedKt = position.groundSpeedKt;
  const isOver = ['landing', 'landed', 'taxi-in', 'arrived', 'diverted', 'paused'].includes(phase);
  if (takeoffAt === null || arrival === null || speedKt === null || speedKt < minFlyingKt || isOver) return null;
  const straightNm = distanceNm(position, arrival);
  const toGoNm = straightNm * stretchOf(flying) + Math.min(maxArrivalNm, straightNm * 0.15);
  const minutes = minutesToGo(flying, toGoNm, speedKt);
  return {
    at: position.recordedAt + Math.round(minutes * 60_000),
    doubtMin: Math.round(doubtOf(flying, minutes)),
    toGoNm,
  };
}

/** How much longer than the great circle the rest of the route is. */
function stretchOf({ plan }: Flying): number {
  const [from, to] = [placeOf(plan.departure), placeOf(plan.arrival)];
  const circleNm = from === null || to === null ? 0 : distanceNm(from, to);
  if (plan.distanceNm === null || circleNm < 50) return usualStretch;
  const planned = plan.distanceNm / circleNm;
  // Many schedules have the great circle as their distance: nobody flies it.
  return planned < 1.005 || planned > maxStretch ? usualStretch : planned;
}

/** The cruise, then a descent in which it slows down, then the approach. */
function minutesToGo(flying: Flying, toGoNm: number, speedKt: number): number {
  const cruiseKt = cruiseSpeed(flying, speedKt, toGoNm);
  const approachKt = Math.min(cruiseKt, Math.max(70, Math.min(145, cruiseKt * 0.4)));
  const approachNm = Math.min(toGoNm, finalNm);
  const descentNm = Math.min(toGoNm - approachNm, cruiseAltitude(flying, toGoNm) * descentNmPerFt);
  const descentKt = Math.max(approachKt, cruiseKt * 0.78);
  const cruiseNm = toGoNm - approachNm - descentNm;
  return 60 * (cruiseNm / cruiseKt + descentNm / descentKt + approachNm / approachKt);
}

/**
 * The speed over ground with which the rest of the cruise is flown. The wind will change: the present one counts for half,
 * the other half is what the plan expects and the mean so far.
 */
function cruiseSpeed(flying: Flying, speedKt: number, toGoNm: number): number {
  const { phase, position } = flying;
  const planned = plannedSpeed(flying, toGoNm);
  if (phase === 'climb' || phase === 'takeoff') {
    // Aircraft become faster the higher they climb; those that are slow up to then stay low.
    const share = Math.max(0, 1 - (position.altitudeMslFt ?? 0) / 30_000);
    const guessed = speedKt * (1 + share * (speedKt > 180 ? 0.7 : 0.15));
    return planned === null ? guessed : (planned + guessed) / 2;
  }
  if (toGoNm < nearNm) return speedKt;
  const known = [meanSpeed(flying), planned].filter((each) => each !== null && each > speedKt * 0.6);
  const mean = known.reduce((sum: number, each) => sum + (each ?? 0), 0) / known.length;
  return known.length === 0 ? speedKt : (speedKt + mean) / 2;
}

/** The mean speed over ground since the takeoff, without what the climb costs; null in the first half hour. */
function meanSpeed({ takeoffAt, position, flownNm }: Flying): number | null {
  const minutes = takeoffAt === null ? 0 : (position.recordedAt - takeoffAt) / 60_000;
  return minutes < 30 ? null : (flownNm / (minutes - climbLossMin)) * 60;
}

/** The speed over ground with which the schedule's time is kept; null if there is none, or none that an aircraft flies. */
function plannedSpeed({ plan, takeoffAt, position, flownNm }: Flying, toGoNm: number): number | null {
  if (plan.plannedFlightTimeMin === null || takeoffAt === null) return null;
  const leftMin = plan.plannedFlightTimeMin - taxiMin - (position.recordedAt - takeoffAt) / 60_000;
  const speedKt = leftMin < 20 ? 0 : (toGoNm / leftMin) * 60;
  return speedKt > 60 && speedKt < 620 && flownNm < toGoNm ? speedKt : null;
}

function cruiseAltitude({ phase, position }: Flying, toGoNm: number): number {
  const altitudeFt = position.altitudeMslFt ?? 0;
  return phase === 'climb' || phase === 'takeoff' ? Math.max(altitudeFt, Math.min(36_000, toGoNm * 80)) : altitudeFt;
}

/** Wind, routing and holding are unknown: the longer the rest, and the less is known of it, the larger the doubt. */
function doubtOf(flying: Flying, minutes: number): number {
  const isClimbing = flying.phase === 'climb' || flying.phase === 'takeoff';
  const isPlanned = flying.plan.distanceNm !== null;
  return 4 + minutes * (0.07 + (isClimbing ? 0.03 : 0) + (isPlanned ? 0 : 0.01));
}

function placeOf({ lat, lon }: { readonly lat: number | null; readonly lon: number | null }) {
  return lat === null || lon === null ? null : { lat, lon };
}
