import { Refusal } from '../../tracking/refusals.ts';
import type { OwnApi, OwnApiAnswer, OwnApiCall } from '../own-api.ts';
import { Lanes } from './lanes.ts';
import type { Pilots } from './pilots.ts';
import type { Pireps } from './pireps.ts';
import type { Rest, RestResponse } from './rest.ts';
import { unavailable } from './rest-answer.ts';

/** How many of the site's workers such calls may take at once: opening and filing PIREPs keep the others. */
const asksAtOnce = 1;
/** How many may wait for their turn; a further one is refused. */
const maxWaiting = 64;
/** Of them without a key: strangers must not take the places of pilots who fly. */
const maxStrangers = 8;
/** Responses of busy sites took up to 11 s (a peer's measurement of position calls). */
const timeoutMs = 12_000;

/** The site's own REST API, for the contract of its clients. */
export function createOwnApi(rest: Rest, pilots: Pick<Pilots, 'restKey'>, pireps: Pick<Pireps, 'findOwner'>): OwnApi {
  const lanes = new Lanes(asksAtOnce);
  let waiting = 0;
  let strangers = 0;
  return {
    contract: 'phpvms7-core',
    findPirep: (id) => pireps.findOwner(id),
    async ask(pilotId, call) {
      const stranger = pilotId === null ? 1 : 0;
      if (waiting >= maxWaiting || (stranger === 1 && strangers >= maxStrangers)) throw busy();
      waiting += 1;
      strangers += stranger;
      try {
        return await lanes.run('patient', () => ask(rest, pilots, pilotId, call));
      } finally {
        waiting -= 1;
        strangers -= stranger;
      }
    },
  };
}

async function ask(
  rest: Rest,
  pilots: Pick<Pilots, 'restKey'>,
  pilotId: string | null,
  { method, path, body }: OwnApiCall,
): Promise<OwnApiAnswer> {
  requireInside(path);
  const key = pilotId === null ? null : await pilots.restKey(pilotId);
  const response = await rest.ask({
    method,
    key,
    body,
    timeoutMs,
    path: path.replace(/^\//, ''),
    lane: 'patient' as const,
    isDelicate: method !== 'GET',
  });
  if (response.kind === 'lost') throw unavailable(response.reason);
  return readOwn(response, key?.reveal() ?? null);
}

/** What may be a part of a path, decoded: nothing by which another path is meant here, at a web server or in PHP. */
const part = /^(?!\.+$)[\w.~ -]+$/;

/** @throws Refusal `crew-center-refused` for a path that may lead out of the API, or to another one of its calls */
function requireInside(path: string): void {
  const [first, ...parts] = (path.split('?', 1)[0] ?? '').split('/');
  if (first !== '' || parts.length === 0 || !parts.every((each) => part.test(decoded(each))))
    throw new Refusal('crew-center-refused', { message: 'There is no such path.' });
}

/** Empty for what is no encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * Reads a response by its body: the platform returns 503 for maintenance, and for every error in PHP too
 * (app/Exceptions/Handler.php).
 */
function readOwn({ status, json }: RestResponse, key: string | null): OwnApiAnswer {
  if (json === null || typeof json !== 'object') throw unavailable(`it returned ${status} without JSON`);
  // Its message repeats the key.
  if (status === 401)
    throw new Refusal('pilot-not-allowed', { message: 'The crew center does not accept your API key.' });
  const text = JSON.stringify(json);
  const isYes = status >= 200 && status < 300;
  const isNo = status >= 400 && status < 500 && status !== 429;
  if (isYes || isNo) return { status, body: key === null ? text : text.replaceAll(key, '[secret]') };
  const { type } = json as { readonly type?: unknown };
  if (status === 503 && typeof type === 'string' && type.endsWith('/internal-error'))
    throw new Refusal('crew-center-refused', { message: 'The crew center failed on this request.' });
  throw unavailable(`it returned ${status}`);
}

function busy(): Refusal {
  return new Refusal('server-busy', { message: 'Too many requests wait for the crew center.', retryAfterS: 5 });
}
