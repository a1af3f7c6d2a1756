import { requireNoClientToken } from '../access.ts';
import { createCoercion } from '../coerce.ts';
import type { Contract } from '../contract.ts';
import { openapi } from '../openapi.ts';
import { bookings, changeAircraft, eligibleAircraft, unbook } from './bookings.ts';
import { cancel } from './cancel.ts';
import { complete } from './complete.ts';
import { aircraft, airports, announcements } from './data.ts';
import { handshake } from './handshake.ts';
import { phaseSpellings } from './phases.ts';
import { login, verify } from './pilot.ts';
import { encodeStratosRefusal, stratosRefusalSchema, stratosRefusals } from './refusals.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { statistics } from './statistics.ts';
import { update } from './update.ts';

/** Numbers without three decimals. */
const wholeNumbers = new Set(['altitude', 'altitude_agl', 'ground_speed', 'landing_rate', 'level', 'limit']);

/** Where its module for phpVMS 7 has it. */
export const stratosAtApi: Contract = {
  name: 'stratos',
  base: '/api/stratos',
  about:
    'The calls of the Stratos ACARS client (stratos-core-api 0.3.6): on the embedded crew center of version 7 at `/api/stratos/`, as its module for phpVMS 7 has them, and there and beside a phpVMS 7 below `/api/tracker/stratos/`. Its API reference says that the airline’s configuration takes any base address, also one with a path; its desktop program is closed, and none of this was tried with it. It signs in with “Credentials”: there is no OAuth here. A flight or bid of another pilot is answered like one that does not exist. Its clients cannot send a client token. Not among the contracts that are served by default: name `stratos` in TRACKER_CONTRACTS.',
  refusalForm:
    'An error is `{"success": false, "error", "message"}`; with the state of its PIREP where the flight has ended.',
  takesQueryPath: false,
  documents: [openapi],
  examples: new URL('examples.json', import.meta.url),
  refusals: stratosRefusals,
  refusalSchema: stratosRefusalSchema,
  phaseSpellings,
  bodyFormats: ['json', 'form', 'any'],
  coerce: createCoercion(wholeNumbers),
  tokenField: null,
  readApiKey: null,
  isProtected: () => false,
  preflight: {
    methods: ['OPTIONS', 'HEAD'],
    status: 200,
    allowedHeaders:
      'Content-Type, Access-Control-Allow-Headers, Authorization, X-Requested-With, X-Stratos-Version, User-Agent',
  },
  checkClient: requireNoClientToken,
  encodeRefusal: encodeStratosRefusal,
  encodeBug: (message) => ({ success: false, error: message, message }),
  routes: {
    status: [handshake],
    login: [login],
    // A client that starts again sends its token with `pilot/verify`.
    resume: [],
    // A session ends by itself.
    logout: [],
    listBids: [bookings, eligibleAircraft],
    latestBid: [],
    start: [start],
    readFlight: [],
    describe: [],
    listLive: [],
    readReports: [],
    report: [update],
    // They come with `complete`.
    recordEvents: [],
    changeAircraft: [],
    finish: [complete],
    cancel: [cancel],
  },
  desk: {
    searchSchedules: [search],
    book: [],
    unbook: [unbook],
    chooseAircraft: [changeAircraft],
    charter: [],
    listPireps: [],
    readPirep: [],
    latestPirep: [],
    statistics: [statistics],
    profile: [verify],
    listAirports: [airports],
    listFleet: [aircraft],
    listAirlines: [],
    news: [announcements],
  },
};

/** Below a path of ours, which every edge and proxy rule forwards. */
export const stratosBelowTracker: Contract = { ...stratosAtApi, base: '/api/tracker/stratos' };
