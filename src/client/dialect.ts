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

/** What a crew center answers about bids. */
export interface BidAnswer {
  /** Newest first; one that cannot be flown says why, in its `blocked`. */
  readonly bids: readonly Bid[];
  /** Why none is given although the pilot has one (version 5), in words; else null. */
  readonly blocked: string | null;
}

/** Who logs in: a password, or the pilot's own key where the crew center has one. */
export type Credentials = { readonly login: string; readonly password: string } | { readonly apiKey: string };

/**
 * Everything in which the two contracts differ on the wire. A call that a contract lacks is null, and what stands in for it
 * is the SDK's business: no start (the first position opens the flight), no event (sent in the log of the finish), no cancel.
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
  /** Asks for the named flight where the contract can, else for the open one. */
  readFlight(name: FlightName | null): WireCall;
  flightOf(body: Body): FlightView | null;
  report(name: FlightName, positions: readonly Position[], opening: StartRequest | null): WireCall;
  recordEvents(name: FlightName, events: readonly FlightEvent[]): WireCall | null;
  /** `events` are those that the contract could not take earlier. */
  finish(name: FlightName, figures: FinishFigures, events: readonly FlightEvent[]): WireCall;
  changeAircraft(name: FlightName, wanted: AircraftChoice): WireCall | null;
  /** Path of the lookups and bookings; null where the contract has none. */
  readonly desk: string | null;
  cancel(name: FlightName, reason: string | null): WireCall | null;
}
