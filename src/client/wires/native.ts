import type { Dialect, FlightName } from '../dialect.ts';
import { isFlightView } from '../transport.ts';
import type { Bid } from '../wire-types.ts';
import { post } from './calls.ts';

const base = '/api/tracker';

/** The calls of a flight, as the native contract has them. */
export const native = {
  login: (credentials: object) => post(`${base}/auth`, credentials),
  start: (request: object) => post(`${base}/start`, request),
  report: (positions: object) => post(`${base}/position`, positions),
  finish: (figures: object) => post(`${base}/finish`, figures),
  cancel: (wish: object) => post(`${base}/cancel`, wish),
} as const;

/** Version 7: every call has its own endpoint. */
export const nativeDialect: Dialect = {
  variant: 'native',
  mode: 'native_module',
  hello: `${base}/status`,
  login: (credentials) => native.login('apiKey' in credentials ? { api_key: credentials.apiKey } : credentials),
  logout: { method: 'DELETE', path: `${base}/auth` },
  listBids: { method: 'GET', path: `${base}/bids` },
  readBids: (body) => ({ bids: Array.isArray(body.bids) ? (body.bids as readonly Bid[]) : [], blocked: null }),
  start: native.start,
  readFlight: (name) => ({
    method: 'GET',
    path: name?.flight_id == null ? `${base}/flight` : `${base}/flight?flight_id=${encodeURIComponent(name.flight_id)}`,
  }),
  flightOf: (body) => {
    const flight = 'flight' in body ? body.flight : body;
    return isFlightView(flight) ? flight : null;
  },
  report: (name, positions) => native.report({ ...named(name), positions }),
  recordEvents: (name, events) => ({ method: 'POST', path: `${base}/event`, body: { ...named(name), events } }),
  finish: (name, figures) => native.finish({ ...named(name), ...figures }),
  changeAircraft: (name, wanted) => ({ method: 'PATCH', path: `${base}/flight`, body: { ...named(name), ...wanted } }),
  desk: base,
  cancel: (name, reason) => native.cancel({ ...named(name), ...(reason === null ? {} : { reason }) }),
};

function named(name: FlightName): object {
  return name.flight_id === null ? {} : { flight_id: name.flight_id };
}
