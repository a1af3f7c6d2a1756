import type { Charter } from '../../tracking/desk-model.ts';
import type { Airport, FreeFlight, Standing } from '../../tracking/model.ts';
import type { HostFlight, HostPirep, Platform } from '../port.ts';

/** What an adapter's test provides to the suite: a fresh host for every case, and a second way to inspect it. */
export interface SuiteWorld {
  readonly platform: Platform;
  /** Another adapter on the same host, as after a crash of the server; the world closes it. */
  reopen(): Promise<Platform>;
  readonly host: HostView;
  readonly fixtures: Fixtures;
  /** Null when this host cannot be made unreachable. */
  readonly outage: Outage | null;
  dispose(): Promise<void>;
}

/** The host by a path other than the port: plain SQL or raw REST. Reads show what is stored; writes are what people do at the host. */
export interface HostView {
  /** Every PIREP of this pilot that the host shows, oldest first. */
  listPireps(pilotId: string): Promise<readonly PirepInHost[]>;
  /** Ids of the pilot's bids. */
  listBids(pilotId: string): Promise<readonly string[]>;
  /** Flights and minutes that the host counts for the pilot; null if it does not. */
  readStatistics(pilotId: string): Promise<{ readonly flights: number; readonly flightTimeMin: number } | null>;
  /** Whether the host's own map would show the flight. */
  isOnMap(flight: HostFlight): Promise<boolean>;
  /** Positions of the host's own track, in its order; empty without one. */
  readTrack(flight: HostFlight): Promise<readonly { readonly lat: number; readonly lon: number }[]>;
  /** Lines of the host's own log of a flight under way or filed, in its order; empty without one. */
  readEvents(flight: HostFlight): Promise<readonly string[]>;

  /** An open PIREP of the pilot for this bid, begun on the web; null where the host has no open PIREPs. */
  beginPirep(pilotId: string, bidId: string): Promise<string | null>;
  deletePirep(pirepId: string): Promise<void>;
  /** Null where the host knows no cancelled PIREP. */
  readonly cancelPirep: ((pirepId: string) => Promise<void>) | null;
  deleteBid(bidId: string): Promise<void>;
  deletePilot(pilotId: string): Promise<void>;
  setStanding(pilotId: string, standing: Standing): Promise<void>;
  setPassword(pilotId: string, password: string): Promise<void>;
  removeAircraft(aircraftId: string): Promise<void>;

  /** Needed where the platform offers a call of the desk. */
  readonly desk?: DeskView;
}

/** What the desk's cases read and do at the host. */
export interface DeskView {
  /** Ids of the schedules that the host shows this pilot. */
  listSchedules(pilotId: string): Promise<readonly string[]>;
  /** Whether the host has this schedule, hidden ones included. */
  hasSchedule(scheduleId: string): Promise<boolean>;
  /** The bid at the host, or null. `aircraftId` is null if the bid has none. */
  readBid(bidId: string): Promise<BidInHost | null>;
  /** Sets when this PIREP was filed, to the second. */
  setFiledAt(pirepId: string, at: number): Promise<void>;
  /** Adds a comment to a filed PIREP, as its admins do; null where that cannot be done. */
  readonly comment: ((pirepId: string, text: string) => Promise<void>) | null;
  /** Ids of the aircraft in service. */
  listFleet(): Promise<readonly string[]>;
  /** ICAO codes of the airlines in service. */
  listAirlines(): Promise<readonly string[]>;
  countAirports(): Promise<number>;
  /** Null where the host has no news. */
  readonly postNews: ((news: { readonly title: string; readonly body: string; at: number }) => Promise<void>) | null;
}

export interface BidInHost {
  readonly pilotId: string;
  readonly scheduleId: string;
  readonly aircraftId: string | null;
}

/** A PIREP at the host. `undefined`: the host does not store the member, or cannot store "unknown" there. */
export interface PirepInHost {
  readonly id: string;
  readonly pilotId: string;
  readonly state: HostPirep['state'];
  readonly flightNumber: string;
  readonly departure: string;
  readonly arrival: string;
  readonly aircraftId: string | null;
  readonly flightTimeMin: number | null | undefined;
  readonly distanceNm: number | null | undefined;
  readonly fuelUsedLb: number | null | undefined;
  readonly landingRateFpm: number | null | undefined;
  readonly blockOffAt: number | null | undefined;
  readonly blockOnAt: number | null | undefined;
  /** All of its free text: notes, comments, log, fields, route. */
  readonly text: string;
  /** True when its pages print that text as HTML, so that markup in it would be live. */
  readonly isHtml: boolean;
}

export interface SuitePilot {
  readonly id: string;
  /** Every spelling of the login that the host accepts for this pilot. */
  readonly logins: readonly string[];
  readonly password: string;
  /** Null where pilots have no keys. */
  readonly apiKey: string | null;
  /** A bid on the schedule that both pilots have a bid on, with an aircraft. */
  readonly bidId: string;
}

export interface Fixtures {
  readonly first: SuitePilot;
  readonly second: SuitePilot;
  /** Bids of the first pilot. Null where the host knows no such bid. */
  readonly choiceBidId: string | null;
  readonly blockedBidId: string | null;
  /** Registration of an aircraft that the first pilot may not take; null where every pilot may take every aircraft. */
  readonly forbiddenRegistration: string | null;
  /** One that the first pilot may fly. */
  readonly freeFlight: FreeFlight;
  /** An airport that the host knows, with its place, and that no bid goes to. */
  readonly elsewhere: Airport & { readonly lat: number; readonly lon: number };
  /** Needed where the platform offers a call of the desk. */
  readonly desk?: DeskFixtures;
}

export interface DeskFixtures {
  /** A schedule without bids that both pilots may book, with distance and time. */
  readonly scheduleId: string;
  /** Schedules that the host shows to no pilot: inactive ones, hidden ones. */
  readonly hiddenScheduleIds: readonly string[];
  /** Aircraft that both pilots may take for it; of a schedule that names its aircraft, that one. */
  readonly aircraftIds: readonly [string, ...string[]];
  /** One that the first pilot may not take for it; null where every pilot may take every aircraft. */
  readonly forbiddenAircraftId: string | null;
  /** The first pilot, as the host has them. */
  readonly profile: { readonly firstName: string; readonly lastName: string; readonly email: string; rank: string };
  /** One that the first pilot may book, with an aircraft. */
  readonly charter: Charter & { readonly aircraftId: string };
}

export interface Outage {
  /** Makes the host unavailable from now on. */
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Makes filing fail after its first write and before its last; returns a function that ends that. Null if that is not possible. */
  readonly breakFiling: (() => Promise<() => Promise<void>>) | null;
}

export type OpenWorld = () => Promise<SuiteWorld>;

/** A case that every adapter must pass. */
export interface SuiteCase {
  readonly name: string;
  run(world: SuiteWorld): Promise<void>;
}
