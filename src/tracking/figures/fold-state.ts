import type { Phase } from '../model.ts';
import type { Doubt } from './fold-step.ts';
import type { Pause } from './pauses.ts';

/**
 * The totals of a flight's reports. Plain data, so that it can be sealed with them. Updated by `foldPosition` and
 * `foldEvent`: in order of arrival for the live view, in order of time for the PIREP. Members that change with every
 * position are numbers that are overwritten, NaN where unknown, so that nothing is allocated.
 */
export interface Fold {
  /** When the server opened the flight; null when unknown. */
  startedAt: number | null;
  positionCount: number;
  eventCount: number;
  /** How much of the flight's quota these reports use. */
  reportBytes: number;
  /** When the newest of them came, position or event; 0 when unknown. */
  lastReceivedAt: number;
  phase: Phase;
  /** The client's own word for the phase, if it is not one of `Phase`. */
  statedPhase: string | null;
  isAirborne: boolean;
  distanceNm: number;
  /** Number of steps of many miles without a report in between: their distance is a straight line. */
  hasGap: boolean;
  last: Last | null;
  /** A position that no aircraft could have reached in time, until the next one confirms it. */
  doubt: Doubt | null;
  /** Number of implausible positions, and the length of jumps that do not count as flown. */
  doubtedCount: number;
  skippedNm: number;
  /** When it last was in a place that it cannot have reached, and stayed there. */
  jumpedAt: number | null;
  /** Maximum simulation rate reported under way. */
  maxSimRate: number;
  /** A clock jumped, or reports without times arrived together: instants up to this one are estimates. */
  unsureUntil: number | null;
  /** Altitude of the ground where it last stood. */
  groundAltitudeFt: number | null;
  /** Since when the altitude has not left a band of 25 ft: a landing began with it. */
  level: { altitudeFt: number; at: number; lat: number; lon: number; verticalSpeedFpm: number } | null;
  /** Since when it has been too fast for the ground (used if nothing else shows that it flies); since when it has not moved. */
  fastSince: number;
  stillSince: number;
  /** It took off more slowly than an aeroplane can: a helicopter. */
  isSlowFlyer: boolean;
  blockOff: Mark | null;
  /** Distance flown until block-off. */
  blockOffNm: number;
  takeoff: Mark | null;
  landing: Mark | null;
  /** The landing before the current one, as reported by an event; it counts again after a bounce. */
  toldLanding: { landing: Mark; place: Fold['landingPlace']; rate: Fold['landingRateFpm'] } | null;
  /** Since when it has been standing; null while it moves. */
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

/** The newest plausible position. */
export interface Last {
  recordedAt: number;
  receivedAt: number;
  isDated: boolean;
  lat: number;
  lon: number;
  verticalSpeedFpm: number;
  groundSpeedKt: number;
  /** Simulation rate. */
  simRate: number;
}

/** An instant and its source. `isTold`: reported by an event. */
export interface Mark {
  at: number;
  isEstimated: boolean;
  isTold?: boolean;
}

/** Fuel so far; NaN when unknown. */
export interface Fuel {
  /** Last reported value. */
  lastLb: number;
  /** At block-off. */
  blockLb: number;
  /** Minimum since block-off, or since refuelling; reported values may fluctuate above it. */
  lowestLb: number;
  /** Fuel burnt since block-off: the sum of all decreases. */
  burntLb: number;
  /** Refuelled during the flight, or not reported from block-off on. */
  isEstimated: boolean;
  /** Refuelled after a landing: only matters if it takes off again. */
  isRefuelledOnGround: boolean;
}
