import type { WireCall } from './transport.ts';
import type {
  AircraftChoice,
  Bid,
  FinishFigures,
  FlightEvent,
  FlightView,
  Hello,
  Position,
  StartRequest,
} from './wire-types.ts';

type Body = Readonly<Record<string, unknown>>;

/** How a call names its flight. */
export interface FlightName {
  readonly flight_id: string | null;
  readonly bid_id: string | null;
}

/** The crew center's response about bids. */
export interface BidAnswer {
  /** Newest first; `blocked` of a bid is the reason why it cannot be flown. */
  readonly bids: readonly Bid[];
  /** Why a bid of the pilot is not listed (version 5), as a sentence; otherwise null. */
  readonly blocked: string | null;
}

/** Login and password, or the pilot's API key. */
export type Credentials = { readonly login: string; readonly password: string } | { readonly apiKey: string };

/**
 * All differences of the two contracts on the wire. A call that a contract does not have is null, and the SDK replaces it: no
 * start (the first position opens the flight), no event (sent in the log of the finish), no cancel.
 */
export interface Dialect {
  readonly variant: 'native' | 'legacy';
  readonly mode: Hello['mode'];
  /** Path of the discovery call. */
  readonly hello: string;
  login(credentials: Credentials): WireCall;
  readonly logout: WireCall | null;
  readonly listBids: WireCall;
  readBids(body: Body): BidAnswer;
  start(request: StartRequest): WireCall | null;
  /** Reads the named flight if the contract can, otherwise the open one. */
  readFlight(name: FlightName | null): WireCall;
  flightOf(body: Body): FlightView | null;
  report(name: FlightName, positions: readonly Position[], opening: StartRequest | null): WireCall;
  recordEvents(name: FlightName, events: readonly FlightEvent[]): WireCall | null;
  /** `events` are those that the contract has no call for. */
  finish(name: FlightName, figures: FinishFigures, events: readonly FlightEvent[]): WireCall;
  changeAircraft(name: FlightName, wanted: AircraftChoice): WireCall | null;
  /** Path of the lookups and bookings; null where the contract has none. */
  readonly desk: string | null;
  cancel(name: FlightName, reason: string | null): WireCall | null;
}
