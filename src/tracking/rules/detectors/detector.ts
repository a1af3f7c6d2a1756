import type { Place } from '../../../lib/geo.ts';
import type { RunwaysNear } from '../../../lib/runways/runway.ts';
import type { Aircraft, FlightEvent, Mark, Network, NotJudged, Pirep, Plan, Position } from '../../model.ts';
import type { NetworkSample } from './network-sample.ts';

export type { Mark, NotJudged };

/**
 * What detectors read: a flight that is over. It is the same whatever the order, the batches and the repeats in which its
 * reports came; nothing in it depends on the clock of the server.
 */
export interface FlownFlight {
  /** In order of `recordedAt`, each once. */
  readonly positions: readonly Position[];
  /** In order of `recordedAt`, each once. */
  readonly events: readonly FlightEvent[];
  readonly plan: Plan;
  /** The aircraft flown. `plan.aircraft` is the one that was booked. */
  readonly aircraft: Aircraft | null;
  /** As it is filed: its times are those of block-off, take-off, landing and block-on. */
  readonly pirep: Pick<
    Pirep,
    | 'blockOffAt'
    | 'takeoffAt'
    | 'landingAt'
    | 'blockOnAt'
    | 'landingRateFpm'
    | 'basis'
    | 'diversion'
    | 'fuelUsedLb'
    | 'route'
  >;
  /** On which network its client said that it flies. */
  readonly network: Network | null;
  /** What the network's own feed showed of it, in order of time; null when no feed was read while it flew. */
  readonly samples: readonly NetworkSample[] | null;
  /** When that feed was read without a gap, in order of time: at other times nobody knows whether the pilot was there. */
  readonly feedRead: readonly Interval[];
  /** The filed route between the airports, without them; null when no place of it is known. */
  readonly route: readonly RoutePlace[] | null;
  /** The world's runways: where it took off, taxied and landed, and how high the airports are. */
  readonly runwaysNear: RunwaysNear;
}

/** Instants, milliseconds since the Unix epoch, both included. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A place of the filed route. */
export interface RoutePlace extends Place {
  /** Words between it and the place before it are unknown: an oceanic track, an airway. How it leads there is unknown too. */
  readonly isAfterUnknown: boolean;
}

/** What a detector says of a flight. Without marks and without `notJudged` the flight was judged and nothing was found. */
export interface Finding {
  readonly marks: readonly Mark[];
  readonly notJudged: readonly NotJudged[];
  /** Seconds between the reports that were judged, in the median: how dense they were. Absent where it does not matter. */
  readonly spacingS?: number;
}

/** A limit of a detector, which a rule may set. */
export interface LimitSpec {
  readonly unit: string;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  /** What it is, as a title for staff: `Maximum speed`. */
  readonly title: string;
}

/** Limits by name, each as the rule has it or its default. */
export type Limits<Name extends string = string> = Readonly<Record<Name, number>>;

/**
 * A pure function over a flight. Never the clock, never chance; the same for the same reports. What is not reported is *not
 * judged*: neither a pass nor a punishment.
 */
export interface Detector<Name extends string = string> {
  /** Stable name: `taxi-speed`. Rules, PIREPs and texts refer to it. */
  readonly name: string;
  /** For staff: `Speed on the taxiway`. */
  readonly title: string;
  /** What fires it, one sentence; where the definition comes from. */
  readonly description: string;
  /** Unit of `value` and `limit` of its marks; null where these are no quantities. */
  readonly unit: string | null;
  /** The limits that a rule may set, the one that `limit` of the marks shows first. */
  readonly limits: Readonly<Record<Name, LimitSpec>>;
  /** Elements that it tells apart, where a rule may name one. */
  readonly elements?: readonly string[];
  judge(flight: FlownFlight, limits: Limits<Name>): Finding;
}
