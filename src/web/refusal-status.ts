import type { RefusalCode } from '../tracking/refusals.ts';

/** HTTP statuses of refusals; all others are conflicts with the flight's state (409). */
const statuses: Partial<Record<RefusalCode, number>> = {
  invalid: 422,
  malformed: 400,
  'no-session': 401,
  'wrong-login': 401,
  'login-throttled': 429,
  forbidden: 403,
  'too-large': 413,
  'not-json': 415,
  'https-required': 403,
  'not-found': 404,
  'flight-not-found': 404,
  'too-many-requests': 429,
  'crew-center-unavailable': 503,
  'journal-full': 503,
  'server-busy': 503,
  'shutting-down': 503,
};

export function refusalStatus(code: RefusalCode): number {
  return statuses[code] ?? 409;
}
