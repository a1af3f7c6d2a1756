import { get, post } from './calls.ts';

interface PilotLogin {
  readonly login: string;
  readonly password: string;
}

/** What smartCARS 3 and Stratos ask alike. The bodies differ: who calls spells them. */
const both = {
  bids: get('flights/bookings'),
  report: (update: object) => post('flights/update', update),
  finish: (flight: object) => post('flights/complete', flight),
  cancel: (flight: object) => post('flights/cancel', flight),
};

/** smartCARS 3: paths below its Script URL, with the session in `Authorization`. */
export const smartcars = {
  ...both,
  login: ({ login, password }: PilotLogin) => post(`pilot/login?username=${encodeURIComponent(login)}`, { password }),
  resume: (session: string) => post('pilot/resume', { session }),
  start: (bidID: number) => post('flights/start', { bidID }),
  pireps: get('pireps/search'),
} as const;

/** Stratos, after smartCARS: paths below its address. */
export const stratos = {
  ...both,
  login: ({ login, password }: PilotLogin) => post('pilot/login', { username: login, password }),
  resume: get('pilot/verify'),
  start: (bidId: number) => post('flights/start', { bid_id: bidId }),
} as const;
