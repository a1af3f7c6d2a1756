import { requireNoClientToken } from '../access.ts';
import { createCoercion } from '../coerce.ts';
import type { Contract, RequestHeaders } from '../contract.ts';
import { openapi } from '../openapi.ts';
import { deskRoutes } from './desk-routes.ts';
import { flightRoutes } from './flight-routes.ts';
import { handedOver } from './handed-over.ts';
import { coreRefusalSchema, coreRefusals, encodeCoreBug, encodeCoreRefusal } from './refusals.ts';

const shared: Omit<Contract, 'base' | 'routes' | 'desk'> = {
  name: 'phpvms7-core',
  about:
    'The core API of phpVMS 7, for the clients that were written for it: on the embedded crew center of version 7 at `/api/`, as phpVMS has it, and there and beside a phpVMS 7 below `/api/tracker/core/api/`, for clients that append `/api/…` to a base URL: theirs is `https://site/api/tracker/core`. Numbers may be text; of what is not required, a value of another type counts as absent. The pilot’s API key is sent with every request, in `X-API-Key` or alone in `Authorization`. Its clients cannot send a client token. A phpVMS 5, and an embedded crew center of version 5, have no API keys and therefore none of it.',
  refusalForm:
    'An error is `{"type", "title", "details", "status", "error": {"status", "message"}}` with `errors` by field; for a key that may not be used it is `{"error": {"code": "401", "http_code", "message"}}`.',
  takesQueryPath: false,
  documents: [openapi],
  examples: new URL('examples.json', import.meta.url),
  refusals: coreRefusals,
  refusalSchema: coreRefusalSchema,
  phaseSpellings: {},
  bodyFormats: ['json', 'form', 'any'],
  coerce: createCoercion(new Set(['level', 'flight_time', 'score'])),
  tokenField: null,
  readApiKey,
  isProtected: () => false,
  preflight: {
    methods: ['OPTIONS'],
    status: 204,
    allowedHeaders: 'Content-Type, X-API-Key, Authorization, X-Requested-With',
  },
  checkClient: requireNoClientToken,
  encodeRefusal: encodeCoreRefusal,
  encodeBug: encodeCoreBug,
};

/** Where phpVMS has it. */
export const coreAtApi: Contract = { ...shared, base: '/api', routes: flightRoutes, desk: deskRoutes };
/** Below a path of ours, which every edge and proxy rule forwards. */
export const coreBelowTracker: Contract = { ...coreAtApi, base: '/api/tracker/core/api' };
/** Only the paths that a web server in front of a phpVMS 7 may hand over; the others are phpVMS's own. */
export const coreHandedOver: Contract = handedOver(coreAtApi);

/**
 * The key of a request: `X-API-Key`, or the bare key in `Authorization`, which phpVMS takes too (`ApiAuth.php`) and some
 * clients use. With `Bearer` it is taken as well, which 8.0 does. Null when there is none.
 */
export function readApiKey(headers: RequestHeaders): string | null {
  const key = textOf(headers['x-api-key']);
  return key !== '' ? key : textOf(headers.authorization).replace(/^bearer(?:\s+|$)/i, '') || null;
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header.trim() : '';
}
