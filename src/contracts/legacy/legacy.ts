import { refusalAnswers } from '../../http/refusal-answers.ts';
import { checkClientToken, trackerPreflight } from '../access.ts';
import { createCoercion } from '../coerce.ts';
import { type Contract, noDesk } from '../contract.ts';
import { docsPage } from '../docs-page.ts';
import { openapi } from '../openapi.ts';
import { encodeBugFields, refusalForm } from '../refusal-wire.ts';
import { bootstrap, status } from './bootstrap.ts';
import { getBid } from './get-bid.ts';
import { login } from './login.ts';
import { wholeNumbers } from './numbers.ts';
import { phaseSpellings } from './phases.ts';
import { position } from './position.ts';
import { encodeLegacyRefusal, legacyRefusalSchema } from './refusals.ts';
import { submitLog } from './submit-log.ts';

/** The contract of version 5: six scripts below `/acars`, JSON and forms, numbers as text. */
export const legacy: Contract = {
  name: 'legacy',
  about: 'Calls below `/acars`.',
  refusalForm,
  base: '/acars',
  takesQueryPath: false,
  routes: {
    status: [bootstrap, status],
    login: [login],
    // No resume: its clients keep their token and use it.
    resume: [],
    // No logout: a session expires.
    logout: [],
    // Its clients know one bid, the latest.
    listBids: [],
    latestBid: [getBid],
    // No start: the first position starts the flight.
    start: [],
    // No other aircraft: it is the bid's.
    changeAircraft: [],
    // No flight: `get_bid.php` returns the open one.
    readFlight: [],
    // `finish` says it all, and the map has its own feed.
    describe: [],
    listLive: [],
    readReports: [],
    report: [position],
    // No events: they are part of the log.
    recordEvents: [],
    finish: [submitLog],
    cancel: [],
  },
  desk: noDesk,
  documents: [openapi, docsPage],
  examples: new URL('examples.json', import.meta.url),
  refusals: refusalAnswers,
  refusalSchema: legacyRefusalSchema,
  phaseSpellings,
  bodyFormats: ['json', 'form'],
  coerce: createCoercion(wholeNumbers),
  tokenField: 'token',
  readApiKey: null,
  isProtected,
  preflight: trackerPreflight,
  checkClient: checkClientToken,
  encodeRefusal: encodeLegacyRefusal,
  encodeBug: encodeBugFields,
};

/** Files of the folder, now or in older versions, that are never served: settings, shared code and runtime data. */
const protectedNames = new Set(['sessions', 'reports', 'logs', 'cache', 'storage']);
const protectedStart = /^(?:\.ht|va_config\.|_tracker_)/;

function isProtected(path: string): boolean {
  const [, first = ''] = decoded(path).toLowerCase().split('/');
  return protectedNames.has(first) || protectedStart.test(first);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
