import type { Dialect, FlightName } from './dialect.ts';
import { isFlightView } from './transport.ts';
import type { Bid } from './wire-types.ts';

const base = '/api/tracker';

/** Version 7: every call has its own endpoint. */
export const nativeDialect: Dialect = {
  variant: 'native',
  mode: 'native_module',
  hello: `${base}/status`,
  login: (credentials) => ({
    method: 'POST',
    path: `${base}/auth`,
    body: 'apiKey' in credentials ? { api_key: credentials.apiKey } : credentials,
  }),
  logout: { method: 'DELETE', path: `${base}/auth` },
  listBids: { method: 'GET', path: `${base}/bids` },
  readBids: (body) => ({ bids: Array.isArray(body.bids) ? (body.bids as readonly Bid[]) : [], blocked: null }),
  start: (request) => ({ method: 'POST', path: `${base}/start`, body: request }),
  readFlight: (name) => ({
    method: 'GET',
    path: name?.flight_id == null ? `${base}/flight` : `${base}/flight?flight_id=${encodeURIComponent(name.flight_id)}`,
  }),
  flightOf: (body) => {
    const flight = 'flight' in body ? body.flight : body;
    return isFlightView(flight) ? flight : null;
  },
  report: (name, positions) => ({ method: 'POST', path: `${base}/position`, body: { ...named(name), positions } }),
  recordEvents: (name, events) => ({ method: 'POST', path: `${base}/event`, body: { ...named(name), events } }),
  finish: (name, figures) => ({ method: 'POST', path: `${base}/finish`, body: { ...named(name), ...figures } }),
  changeAircraft: (name, wanted) => ({ method: 'PATCH', path: `${base}/flight`, body: { ...named(name), ...wanted } }),
  desk: base,
  cancel: (name, reason) => ({
    method: 'POST',
    path: `${base}/cancel`,
    body: { ...named(name), ...(reason === null ? {} : { reason }) },
  }),
};

function named(name: FlightName): object {
  return name.flight_id === null ? {} : { flight_id: name.flight_id };
}
