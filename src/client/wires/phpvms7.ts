import type { WireCall } from '../transport.ts';
import { get, post } from './calls.ts';

/** phpVMS 7's own API, as its clients ask: paths below its `/api/`, with the pilot's key in `X-API-Key`. */
export const phpvms7 = {
  pilot: get('user?with='),
  fleet: get('user/fleet'),
  bids: get('user/bids'),
  /** Opens a PIREP, or finds the one that is open for the same flight. */
  start: (flight: object) => post('pireps/prefile', flight),
  report: (pirepId: string, positions: readonly object[]) => post(`pireps/${pirepId}/acars/position`, { positions }),
  /** Status and figures so far: nautical miles, minutes, pounds. */
  progress: (pirepId: string, figures: object) => post(`pireps/${pirepId}/update`, figures),
  log: (pirepId: string, logs: readonly object[]) => post(`pireps/${pirepId}/acars/logs`, { logs }),
  finish: (pirepId: string, figures: object) => post(`pireps/${pirepId}/file`, figures),
  cancel: (pirepId: string): WireCall => ({ method: 'PUT', path: `pireps/${pirepId}/cancel` }),
  read: (pirepId: string) => get(`pireps/${pirepId}`),
} as const;
