import { refusalAnswers } from '../../http/refusal-answers.ts';
import { checkClientToken, trackerPreflight } from '../access.ts';
import type { Contract } from '../contract.ts';
import { docsPage } from '../docs-page.ts';
import { openapi } from '../openapi.ts';
import { phaseSpellings } from '../phase-codes.ts';
import { encodeBugFields, refusalForm } from '../refusal-wire.ts';
import { login, logout } from './auth.ts';
import { listBids } from './bids.ts';
import { cancel } from './cancel.ts';
import { desk } from './desk.ts';
import { event } from './event.ts';
import { finish } from './finish.ts';
import { changeAircraft, readFlight } from './flight.ts';
import { position } from './position.ts';
import { encodeNativeRefusal, nativeRefusalSchema } from './refusals.ts';
import { start } from './start.ts';
import { status } from './status.ts';

/** The contract of version 7: `/api/tracker/*`, strict JSON. */
export const native: Contract = {
  name: 'native',
  about: 'Calls below `/api/tracker`.',
  refusalForm,
  base: '/api/tracker',
  takesQueryPath: false,
  routes: {
    status: [status],
    login: [login],
    // No resume: its clients keep their token and use it.
    resume: [],
    logout: [logout],
    listBids: [listBids],
    // No latest bid: its clients list all bids.
    latestBid: [],
    start: [start],
    changeAircraft: [changeAircraft],
    readFlight: [readFlight],
    // `finish` says it all, and the map has its own feed.
    describe: [],
    listLive: [],
    readReports: [],
    report: [position],
    recordEvents: [event],
    finish: [finish],
    cancel: [cancel],
  },
  desk,
  documents: [openapi, docsPage],
  examples: new URL('examples.json', import.meta.url),
  refusals: refusalAnswers,
  refusalSchema: nativeRefusalSchema,
  phaseSpellings,
  bodyFormats: ['json'],
  coerce: null,
  tokenField: null,
  readApiKey: null,
  isProtected: () => false,
  preflight: trackerPreflight,
  checkClient: checkClientToken,
  encodeRefusal: encodeNativeRefusal,
  encodeBug: encodeBugFields,
};
