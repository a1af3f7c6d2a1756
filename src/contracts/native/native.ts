import type { Contract } from '../contract.ts';
import { statuses } from '../statuses.ts';
import { docsPage } from './docs-page.ts';
import { cancel, finish, readFlight, start } from './flight-routes.ts';
import { openapi } from './openapi.ts';
import { phaseSpellings } from './phases.ts';
import { listBids, login, logout, status } from './pilot-routes.ts';
import { encodeNativeRefusal } from './refusals.ts';
import { event, position } from './report-routes.ts';

/** The contract of version 7: `/api/tracker/*`, strict JSON. */
export const native: Contract = {
  name: 'native',
  base: '/api/tracker',
  routes: {
    status: [status],
    login: [login],
    logout: [logout],
    listBids: [listBids],
    // Its clients choose among all bids.
    latestBid: [],
    start: [start],
    readFlight: [readFlight],
    report: [position],
    recordEvents: [event],
    finish: [finish],
    cancel: [cancel],
  },
  documents: [openapi, docsPage],
  refusals: statuses,
  phaseSpellings,
  bodyFormats: ['json'],
  coerce: null,
  tokenField: null,
  isProtected: () => false,
  encodeRefusal: encodeNativeRefusal,
};
