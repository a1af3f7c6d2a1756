import type { Fetch, WireCall } from '../../../client/transport.ts';
import type { Answer } from '../connection.ts';
import type { Sample } from '../recording.ts';
import type { MeasuredEnd } from './recorded-flight.ts';

/** The pilot, as the client asks for them. */
export interface PilotLogin {
  readonly login: string;
  readonly password: string;
}

/** A bid as the flight needs it. */
export interface BidRow {
  readonly id: number;
  /** `VMS12 LSZH–MMUN` */
  readonly title: string;
  readonly departure: string;
  readonly arrival: string;
  readonly route: readonly string[];
  /** Its aircraft, or the first to choose from; null where there is none. */
  readonly aircraft: number | null;
}

export interface FlightNames {
  readonly bidId: number;
  readonly trackingId: string;
  readonly aircraft: number | null;
}

export interface Row {
  readonly [member: string]: unknown;
}

/** Asks until there is an answer. */
export interface Insisting {
  insist(call: WireCall): Promise<Answer>;
}

/** How a client that keeps a session and files by `flights/complete` spells its calls: smartCARS 3, and Stratos after it. */
export interface Dialect {
  readonly client: string;
  /** Returns the address that paths are joined with. @throws CommandError */
  find(baseUrl: string, fetch: Fetch): Promise<string>;
  login(pilot: PilotLogin): WireCall;
  tokenOf(body: Row): string;
  /** How a client that starts again asks for its pilot. */
  resume(token: string): WireCall;
  readBid(row: Row): BidRow;
  readonly bids: WireCall;
  start(bidId: number): WireCall;
  trackingIdOf(body: Row): string;
  update(names: FlightNames, sample: Sample, phase: string, route: readonly string[]): WireCall;
  /** Statuses of an update that end the flight in the client. */
  readonly endsFlight: readonly number[];
  complete(names: FlightNames, end: MeasuredEnd, route: readonly string[]): WireCall;
  pirepIdOf(body: Row): string;
  /** The row of the logbook; null while it is being filed, and where the client has no logbook. */
  readPirep(connection: Insisting, pirepId: string, completed: Row): Promise<Row | null>;
}
