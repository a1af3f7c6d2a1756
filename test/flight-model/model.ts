import type { Place } from '../../src/lib/geo.ts';
import type { Runway } from '../../src/lib/runways/runway.ts';

/** The aircraft at one second of a made flight. Degrees, feet, knots, ft/min, pounds. */
export interface State extends Place {
  /** Seconds since the first one. */
  readonly s: number;
  readonly courseDeg: number;
  readonly altitudeFt: number;
  readonly aglFt: number;
  readonly speedKt: number;
  readonly iasKt: number;
  readonly climbFpm: number;
  readonly fuelLb: number;
  readonly flowLbPerHour: number;
  readonly onGround: boolean;
  readonly gForce: number;
  readonly bankDeg: number;
  readonly flaps: number;
  readonly isGearUp: boolean;
  readonly areLandingLightsOn: boolean;
  readonly isBeaconOn: boolean;
  readonly isPaused: boolean;
  readonly isSlewing: boolean;
  readonly simRate: number;
}

/** Where a made flight leads. */
export interface Leg {
  readonly from: Runway;
  readonly to: Runway;
  readonly cruiseFt: number;
  /** By how much its nose points off its course, degrees: a crosswind. */
  readonly crabDeg: number;
}

/** How its pilot flies; what is left out is flown well. */
export interface Manner {
  readonly taxiKt?: number;
  /** Below 10,000 ft. */
  readonly lowKt?: number;
  /** On the way, far beside the straight line, metres. */
  readonly detourM?: number;
  /** Angle of the final approach. */
  readonly slopeDeg?: number;
  /** It comes in at this angle from the right until it is 250 ft high. */
  readonly fromSideDeg?: number;
  /** Right of the centre line of the runway, metres. */
  readonly besideM?: number;
  /** Seconds for which it floats before it touches down. */
  readonly floatS?: number;
  /** It flies into the runway as it came. */
  readonly isFlareLess?: true;
  readonly landingG?: number;
  /** Seconds in the air after the first contact. */
  readonly bounceS?: number;
  /** It does not brake until it is so far beyond the end, metres. */
  readonly overrunM?: number;
  /** What it does first instead of landing. */
  readonly first?: 'go-around' | 'touch-and-go';
  readonly isGearUp?: true;
  /** Height above the airport at which it sets the flaps for landing. */
  readonly flapsFt?: number;
}
