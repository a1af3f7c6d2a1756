import type { Dialect, FlightName } from './dialect.ts';
import { isFlightView, isRecord } from './transport.ts';
import type { Bid, FlightEvent } from './wire-types.ts';

const base = '/acars';

/** Version 5: six scripts. The first position opens the flight, events are sent in the log, and there is no cancel. */
export const legacyDialect: Dialect = {
  variant: 'legacy',
  mode: 'legacy_patch',
  hello: `${base}/bootstrap.php`,
  login: (credentials) => ({
    method: 'POST',
    path: `${base}/login.php`,
    body: 'apiKey' in credentials ? { api_key: credentials.apiKey } : credentials,
  }),
  logout: null,
  listBids: { method: 'POST', path: `${base}/get_bid.php`, body: {} },
  readBids: (body) => ({
    bids: isRecord(body.bid) ? [body.bid as Bid] : [],
    blocked: typeof body.blocked === 'string' ? body.blocked : null,
  }),
  start: () => null,
  readFlight: () => ({ method: 'POST', path: `${base}/get_bid.php`, body: {} }),
  flightOf: (body) => {
    const flight = 'open_flight' in body ? body.open_flight : body;
    return isFlightView(flight) ? flight : null;
  },
  report: (name, positions, opening) => ({
    method: 'POST',
    path: `${base}/position.php`,
    body: { ...opening, ...named(name), positions },
  }),
  recordEvents: () => null,
  finish: (name, figures, events) => ({
    method: 'POST',
    path: `${base}/submit_log.php`,
    body: { ...named(name), ...figures, log: [...events.map(logLine), ...(figures.log ?? [])] },
  }),
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
