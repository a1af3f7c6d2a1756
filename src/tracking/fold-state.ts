import type { Doubt } from './fold-step.ts';
import type { Phase } from './model.ts';
import type { Pause } from './pauses.ts';

/**
 * What a flight's reports add up to. Plain data, so that it can be sealed with them. Made by `foldPosition` and
 * `foldEvent`: in the order of arrival for the live view, in the order in which they happened for the PIREP. What
 * changes with every position is a number that is written over, NaN where it is not known: nothing is allocated.
 */
export interface Fold {
  /** When the server opened the flight; null where that is not known. */
  startedAt: number | null;
  positionCount: number;
  eventCount: number;
  /** What these reports take of the flight's quota. */
  reportBytes: number;
  phase: Phase;
  /** The client's own word where it is none of ours. */
  statedPhase: string | null;
  isAirborne: boolean;
  distanceNm: number;
  /** Steps of many miles without a report in between: the distance is that of a straight line there. */
  hasGap: boolean;
  last: Last | null;
  /** A position that nothing could have reached in time, until the next one confirms it. */
  doubt: Doubt | null;
  /** Positions that were not believed, and the jumps that were not counted as flown. */
  doubtedCount: number;
  skippedNm: number;
  /** Highest speed of the simulation that was reported under way. */
  maxSimRate: number;
  /** A clock jumped: instants up to this one are estimates. */
  unsureUntil: number | null;
  /** Altitude of the ground last stood on. */
  groundAltitudeFt: number | null;
  /** Since when the altitude has not left a band of 25 ft: a landing began with it. */
  level: { altitudeFt: number; at: number; lat: number; lon: number; verticalSpeedFpm: number } | null;
  /** Since when it has been too fast for the ground, where nothing else tells; since when it has not moved. */
  fastSince: number;
  stillSince: number;
  /** It took off more slowly than an aeroplane can. */
  isSlowFlyer: boolean;
  blockOff: Mark | null;
  /** Distance flown when it left the block. */
  blockOffNm: number;
  takeoff: Mark | null;
  landing: Mark | null;
  /** The landing before the current one, as reported by an event; it counts again after a bounce. */
  toldLanding: { landing: Mark; place: Fold['landingPlace']; rate: Fold['landingRateFpm'] } | null;
  /** Since when it has been standing, null while it moves. */
  standingSince: number | null;
  blockOn: Mark | null;
  landingPlace: { lat: number; lon: number } | null;
  landingRateFpm: { value: number; isEstimated: boolean } | null;
  fuel: Fuel;
  pausedSince: number | null;
  /** The pause was begun by a position, and ends with it. */
  isPausedByPhase: boolean;
  pauses: Pause[];
}

/** The newest position that was believed. */
export interface Last {
  recordedAt: number;
  receivedAt: number;
  isDated: boolean;
  lat: number;
  lon: number;
  verticalSpeedFpm: number;
  groundSpeedKt: number;
  /** Speed of the simulation. */
  simRate: number;
}

/** An instant and how it is known. `isTold`: an event said so. */
export interface Mark {
  at: number;
  isEstimated: boolean;
  isTold?: boolean;
}

/** Fuel so far; NaN where it is not known. */
export interface Fuel {
  /** Last reported value. */
  lastLb: number;
  /** At block-off. */
  blockLb: number;
  /** Minimum since block-off, or since refuelling; reported values may fluctuate above it. */
  lowestLb: number;
  /** What was burnt since block-off: the sum of what it fell by. */
  burntLb: number;
  /** Refuelled during the flight, or not reported from block-off on. */
  isEstimated: boolean;
  /** Refuelled after a landing: of no consequence, unless it flies on. */
  isRefuelledOnGround: boolean;
}
