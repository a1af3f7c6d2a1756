import { requireNoClientToken } from '../access.ts';
import { createCoercion } from '../coerce.ts';
import type { Contract } from '../contract.ts';
import { openapi } from '../openapi.ts';
import { aircraft } from './data/aircraft.ts';
import { airports } from './data/airports.ts';
import { listFlightTypes } from './data/flight-types.ts';
import { news } from './data/news.ts';
import { subfleets } from './data/subfleets.ts';
import { type Flavour, five, seven } from './flavour.ts';
import { book } from './flights/book.ts';
import { bookings } from './flights/bookings.ts';
import { cancel } from './flights/cancel.ts';
import { charter } from './flights/charter.ts';
import { complete } from './flights/complete.ts';
import { rebook } from './flights/rebook.ts';
import { search } from './flights/search.ts';
import { start } from './flights/start.ts';
import { unbook } from './flights/unbook.ts';
import { update } from './flights/update.ts';
import { handshake } from './handshake.ts';
import { phaseSpellings } from './phases.ts';
import { login } from './pilot/login.ts';
import { resume, verify } from './pilot/resume.ts';
import { statistics } from './pilot/statistics.ts';
import { details } from './pireps/details.ts';
import { latest } from './pireps/latest.ts';
import { searchPireps } from './pireps/search.ts';
import { encodeSmartcarsRefusal, smartcarsRefusalSchema, smartcarsRefusals } from './refusals.ts';

/** Numbers without three decimals. */
const wholeNumbers = new Set(['altitude', 'groundSpeed', 'landingRate', 'fuelUsed', 'blockFuel', 'cruise', 'limit']);

const makeContract = (flavour: Flavour): Contract => ({
  ...shared,
  base: flavour.base,
  examples: flavour.examples,
  routes: callRoutes(flavour),
  desk: deskRoutes(flavour),
});

const shared: Omit<Contract, 'base' | 'examples' | 'routes' | 'desk'> = {
  name: 'smartcars3',
  about:
    'The calls of smartCARS 3, below the Script URL that an airline enters in smartCARS Central: `/api/tracker/smartcars/` beside phpVMS 7 and on the embedded crew center, `/acars/smartcars.php/` beside phpVMS 5. Where the web server redirects a slash at the end, or gives PHP no path behind a script, `?/` does instead: `/acars/smartcars.php?/`. Its clients cannot send a client token.',
  refusalForm: 'An error response is `{"message"}` with a matching status.',
  // Its Script URL ends with a slash, which Apache redirects beside a phpVMS 7, and nginx gives PHP no path behind a script.
  takesQueryPath: true,
  documents: [openapi],
  refusals: smartcarsRefusals,
  refusalSchema: smartcarsRefusalSchema,
  phaseSpellings,
  bodyFormats: ['json', 'form', 'any'],
  coerce: createCoercion(wholeNumbers),
  tokenField: null,
  readApiKey: null,
  isProtected: () => false,
  preflight: {
    methods: ['OPTIONS', 'HEAD'],
    status: 200,
    allowedHeaders: 'Content-Type, Access-Control-Allow-Headers, Authorization, X-Requested-With',
  },
  checkClient: requireNoClientToken,
  encodeRefusal: encodeSmartcarsRefusal,
  encodeBug: (message) => ({ message }),
};

const callRoutes = (flavour: Flavour): Contract['routes'] => ({
  status: [handshake(flavour)],
  login: [login(flavour)],
  resume: [resume(flavour), verify(flavour)],
  // A session ends by itself.
  logout: [],
  listBids: [bookings(flavour)],
  latestBid: [],
  start: [start(flavour)],
  // `start` returns the open one, `pireps/details` an ended one.
  readFlight: [],
  // `finish` says it all, and the map has its own feed.
  describe: [],
  listLive: [],
  readReports: [],
  report: [update(flavour)],
  // They come with `complete`.
  recordEvents: [],
  // Its clients say the aircraft with `update` and `complete`.
  changeAircraft: [],
  finish: [complete(flavour)],
  cancel: [cancel(flavour)],
});

const deskRoutes = (flavour: Flavour): Contract['desk'] => ({
  searchSchedules: [search(flavour)],
  book: [book],
  unbook: [unbook],
  chooseAircraft: [rebook],
  charter: [charter],
  listPireps: searchPireps(flavour),
  readPirep: details(flavour),
  latestPirep: latest(flavour),
  statistics: [statistics(flavour)],
  // It comes with the session.
  profile: [],
  listAirports: airports,
  listFleet: [...aircraft(flavour), subfleets, listFlightTypes],
  // They come with every flight.
  listAirlines: [],
  news: [news],
});

/** The contract of smartCARS 3, with the responses of the module for phpVMS 7. */
export const smartcars3Seven = makeContract(seven);
/** The same with the responses of the API for phpVMS 5. */
export const smartcars3Five = makeContract(five);
