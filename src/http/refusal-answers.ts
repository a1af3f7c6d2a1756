import type { RefusalCode } from '../tracking/refusals.ts';

export interface WireRefusal {
  readonly status: number;
  readonly title: string;
}

/** HTTP status and title of each refusal, on every page and in every contract that does not say otherwise. */
export const refusalAnswers: Readonly<Record<RefusalCode, WireRefusal>> = {
  malformed: { status: 400, title: 'Malformed body' },
  invalid: { status: 422, title: 'Invalid values' },
  'no-session': { status: 401, title: 'No session' },
  'session-expired': { status: 401, title: 'Session expired' },
  'wrong-login': { status: 401, title: 'Wrong login' },
  'password-login-disabled': { status: 403, title: 'Password login disabled' },
  'login-throttled': { status: 429, title: 'Too many failed logins' },
  'client-token': { status: 403, title: 'Client token missing or wrong' },
  'pilot-not-allowed': { status: 403, title: 'Pilot not allowed' },
  'https-required': { status: 403, title: 'HTTPS required' },
  forbidden: { status: 403, title: 'Forbidden' },
  'module-disabled': { status: 404, title: 'Module disabled' },
  'not-found': { status: 404, title: 'Not found' },
  'not-offered': { status: 501, title: 'Not offered by this crew center' },
  'flight-not-found': { status: 404, title: 'Flight not found' },
  'bid-not-found': { status: 404, title: 'Bid not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-json': { status: 415, title: 'Unsupported body' },
  'too-large': { status: 413, title: 'Body too large' },
  'path-too-long': { status: 414, title: 'Path too long' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'no-open-flight': { status: 409, title: 'No open flight' },
  'flight-open': { status: 409, title: 'Another flight is open' },
  'flight-filing': { status: 409, title: 'Flight is being filed' },
  'flight-filed': { status: 409, title: 'Flight is filed' },
  'flight-ended': { status: 409, title: 'Flight has ended' },
  'flight-elsewhere': { status: 409, title: 'Another client reports the flight' },
  'bid-required': { status: 422, title: 'Bid required' },
  'bid-blocked': { status: 409, title: 'Bid cannot be flown' },
  'too-soon': { status: 409, title: 'Too soon' },
  'crew-center-unavailable': { status: 503, title: 'Crew center unavailable' },
  'crew-center-refused': { status: 409, title: 'Refused by the crew center' },
  'journal-full': { status: 503, title: 'Server storage is full' },
  'data-damaged': { status: 500, title: 'Data is damaged' },
  'server-busy': { status: 503, title: 'Server is busy' },
  'shutting-down': { status: 503, title: 'Server is shutting down' },
};
