import type { Journal, LoginFailure } from '../journal/journal.ts';
import type { Clock } from '../lib/clock.ts';
import type { Follower, Handler } from '../lib/follower.ts';
import type { CrewCenterSettings, Platform } from '../platform/port.ts';
import type { Calls } from './calls.ts';
import type { Fold, Last } from './figures/fold-state.ts';
import type { AirportAt } from './figures/landed-elsewhere.ts';
import type { NetworkFeeds } from './figures/network-track.ts';
import type { Changes, StoredChange } from './flight/changes.ts';
import type { LiveFlight } from './flight/live-flight.ts';
import type { OperatorCalls } from './operator-calls.ts';
import type { TrackingOptions } from './options.ts';
import type { Delay } from './paperwork/delays.ts';
import type { ReadSurroundings } from './rules/judging.ts';
import type { SettingsListener } from './sessions/current-settings.ts';
import type { Tokens } from './sessions/session-model.ts';

/** The totals of a flight under way that the pages show. */
export interface SeenTotals
  extends Readonly<
    Pick<
      Fold,
      'blockOff' | 'takeoff' | 'landing' | 'blockOn' | 'landingRateFpm' | 'hasGap' | 'distanceNm' | 'positionCount'
    >
  > {
  readonly last: Readonly<Pick<Last, 'recordedAt'>> | null;
}

/** A flight as the pages see it. */
export interface SeenFlight extends Pick<LiveFlight, 'flight' | 'knownPhase' | 'lastPosition' | 'view'> {
  readonly fold: SeenTotals;
}

/** What other servers of ours ask and report. */
export interface ForPeers {
  /** Returns the pilot whose session this is, by the digest of its token; null for none of this server's. */
  pilotOf(tokenHash: string): string | null;
  /** Counts a login that failed at another server. */
  noteLoginFailure(failure: LoginFailure): void;
}

/** The running core. */
export interface Tracking {
  readonly calls: Calls;
  readonly operator: OperatorCalls;
  readonly changes: Changes;
  /** Calls `handle` with every change in order, at least once each, from this name's stored cursor, also after a crash. */
  follow(name: string, handle: Handler<StoredChange>): Follower<StoredChange>;
  readonly flights: Iterable<SeenFlight>;
  /** What other servers of ours ask and report, in a cluster. */
  readonly forPeers: ForPeers;
  /** Stops the timers and waits for current deliveries. Does not close the journal and the platform; their owner does. */
  close(): Promise<void>;
}

/** What the core is composed of and depends on. */
export interface TrackingNeeds extends SettingsListener {
  readonly journal: Journal;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly options: TrackingOptions;
  /** The crew center's settings at the start. */
  readonly settings: CrewCenterSettings;
  /** What is known of flights beside their reports, for what is judged of them; nothing where absent. */
  readonly surroundings?: ReadSurroundings;
  /** Names the airport of a landing that is not at the planned arrival; none where absent. */
  readonly airportAt?: AirportAt;
  /** What the networks' own feeds show; absent where none is read. */
  readonly feeds?: NetworkFeeds | null;
  /** Logs an error of a timer: a bug or an unavailable crew center. */
  onError(error: unknown): void;
  /** Receives what the crew center could not take, each reason once for each errand of a flight. */
  onDelay?(delay: Delay): void;
}
