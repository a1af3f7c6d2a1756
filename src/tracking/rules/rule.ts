import type { Consequence, Network } from '../model.ts';

/** In the place of a detector: the rule counts for every flight that meets its conditions, which may be accepted or reviewed so. */
export const everyFlight = 'every-flight';

/** For which flights a rule counts. Every list that is not empty has to contain the flight's value; an unknown value is in no list. */
export interface RuleConditions {
  /** ICAO types: `B738`. */
  readonly aircraftTypes: readonly string[];
  /** Names or ids of subfleets, where the crew center has them. */
  readonly subfleets: readonly string[];
  /** ICAO codes, of departure or arrival. */
  readonly airports: readonly string[];
  /** `EDDF-EGLL`. */
  readonly routes: readonly string[];
  readonly ranks: readonly string[];
  /** Codes of the crew center: `J`. */
  readonly flightTypes: readonly string[];
  readonly networks: readonly Network[];
}

/** Flights that a rule leaves alone. */
export interface RuleExemptions {
  /** A declared emergency: an event `emergency`, or transponder code 7700. */
  readonly emergency: boolean;
  /** It landed elsewhere than planned. */
  readonly diversion: boolean;
}

/** A rule of the airline: data, not code. */
export interface Rule {
  /** Stable within all versions of the set: `taxi-speed`, `hard-landing`. */
  readonly id: string;
  /** Name of a detector, or `every-flight`. */
  readonly detector: string;
  /** Only marks of this element; null means any. */
  readonly element: string | null;
  /** Limits that differ from the detector's defaults. */
  readonly limits: Readonly<Record<string, number>>;
  readonly conditions: RuleConditions;
  readonly exemptions: RuleExemptions;
  readonly follows: readonly Consequence[];
  /** Points that each mark takes from 100, where `points` follows. */
  readonly points: number;
  /** Points that all marks of this rule together take at most; null means no maximum. */
  readonly maxPoints: number | null;
  /** What the airline says to its pilots about it; null for our own sentence, which is in the pilot's language. */
  readonly text: string | null;
  readonly isEnabled: boolean;
}

/** A version of the airline's rules. A stored one is never changed. */
export interface RuleSet {
  /** 1, 2, 3 … */
  readonly number: number;
  readonly name: string;
  readonly savedAt: number;
  /** Who saved it, as in the audit log. */
  readonly savedBy: string;
  readonly rules: readonly Rule[];
}
