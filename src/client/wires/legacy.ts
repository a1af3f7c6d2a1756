import type { Dialect, FlightName } from '../dialect.ts';
import { isFlightView, isRecord } from '../transport.ts';
import type { Bid, FlightEvent } from '../wire-types.ts';
import { post } from './calls.ts';

const base = '/acars';

/** The scripts of phpVMS 5 that a client calls for a flight. */
export const legacy = {
  login: (credentials: object) => post(`${base}/login.php`, credentials),
  bid: post(`${base}/get_bid.php`, {}),
  /** The first one opens the flight. */
  report: (positions: object) => post(`${base}/position.php`, positions),
  finish: (log: object) => post(`${base}/submit_log.php`, log),
} as const;

/** Version 5: six scripts. The first position opens the flight, events are sent in the log, and there is no cancel. */
export const legacyDialect: Dialect = {
  variant: 'legacy',
  mode: 'legacy_patch',
  hello: `${base}/bootstrap.php`,
  login: (credentials) => legacy.login('apiKey' in credentials ? { api_key: credentials.apiKey } : credentials),
  logout: null,
  listBids: legacy.bid,
  readBids: (body) => ({
    bids: isRecord(body.bid) ? [body.bid as Bid] : [],
    blocked: typeof body.blocked === 'string' ? body.blocked : null,
  }),
  start: () => null,
  readFlight: () => legacy.bid,
  flightOf: (body) => {
    const flight = 'open_flight' in body ? body.open_flight : body;
    return isFlightView(flight) ? flight : null;
  },
  report: (name, positions, opening) => legacy.report({ ...opening, ...named(name), positions }),
  recordEvents: () => null,
  finish: (name, figures, events) =>
    legacy.finish({ ...named(name), ...figures, log: [...events.map(logLine), ...(figures.log ?? [])] }),
  changeAircraft: () => null,
  desk: null,
  cancel: () => null,
};

/** The bid is always named, so that a report can never open another bid's flight. */
function named(name: FlightName): object {
  return {
    ...(name.bid_id === null ? {} : { bid_id: name.bid_id }),
    ...(name.flight_id === null ? {} : { flight_id: name.flight_id }),
  };
}

/** `10:45 block-off: pushing back` */
function logLine(event: FlightEvent): string {
  const time = event.recorded_at?.slice(11, 16) ?? '--:--';
  return `${time} ${event.kind}${event.message === undefined ? '' : `: ${event.message}`}`;
}
