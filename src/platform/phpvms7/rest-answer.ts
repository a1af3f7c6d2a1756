import { Refusal } from '../../tracking/refusals.ts';

/** What the REST API said, as far as it decides what comes next. Reasons are the host's own words, without secrets. */
export type RestAnswer =
  | { readonly kind: 'done'; readonly data: Readonly<Record<string, unknown>> }
  /** The host's rules say no. */
  | { readonly kind: 'refused'; readonly slug: string; readonly reason: string }
  /** The key is not accepted: changed, or its pilot may not use the API (app/Http/Middleware/ApiAuth.php). */
  | { readonly kind: 'key-refused' }
  /** The PIREP is not there. */
  | { readonly kind: 'missing' }
  /** Internal error of the host. The change may have been made before: listeners, awards and mails run after the save. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** There was no response: the change may have been made, or may still be in progress. */
  | { readonly kind: 'lost'; readonly reason: string };

/**
 * Reads a response by its body, because the host also returns 503 for "not yours" and for every error in PHP
 * (app/Exceptions/Handler.php), and sends one content type for everything.
 * @throws Refusal `crew-center-unavailable` for a response that is not the API's: maintenance, a proxy's page, a redirect.
 */
export function readAnswer(
  status: number,
  headers: Readonly<Record<string, unknown>>,
  body: unknown,
  key: string,
): RestAnswer {
  const answer = isRecord(body) ? body : null;
  if (status >= 200 && status < 300 && answer !== null) {
    return { kind: 'done', data: isRecord(answer.data) ? answer.data : answer };
  }
  if (status >= 300 && status < 400) throw redirected(headers.location);
  // The message of a 401 repeats the key: it is not read.
  if (status === 401) return { kind: 'key-refused' };
  const slug = slugOf(answer);
  const reason = reasonOf(answer, key);
  if (status === 404 && (slug === 'pirep-not-found' || /\[App\\Models\\Pirep\]/.test(reason)))
    return { kind: 'missing' };
  if (status === 503 && String(answer?.original_exception ?? '').endsWith('AuthorizationException'))
    return { kind: 'missing' };
  if (status === 503 && slug === 'internal-error') return { kind: 'broken', reason };
  if (
    answer !== null &&
    slug !== '' &&
    slug !== 'http-exception' &&
    (status === 400 || status === 403 || status === 409 || isNamed404(status, slug, reason))
  ) {
    return { kind: 'refused', slug, reason };
  }
  if (status === 502 || status === 504) return { kind: 'lost', reason: `its web server returned ${status}` };
  throw unavailable(`it returned ${status}${reason === '' ? '' : ` (${reason})`}`, Number(headers['retry-after']));
}

/** Of 404s only those that name what is missing are a no; the rest means that this is not the site's API. */
function isNamed404(status: number, slug: string, reason: string): boolean {
  return status === 404 && (slug !== 'not-found' || /\[App\\Models\\/.test(reason));
}

export function unavailable(what: string, retryAfterS = 10): Refusal {
  const wait = Number.isFinite(retryAfterS) && retryAfterS > 0 ? Math.min(600, Math.ceil(retryAfterS)) : 10;
  return new Refusal('crew-center-unavailable', {
    message: `The crew center's REST API cannot be used now: ${what}.`,
    retryAfterS: wait,
  });
}

function redirected(location: unknown): Refusal {
  const target = typeof location === 'string' ? location.replace(/[?#].*$/, '') : 'elsewhere';
  return unavailable(`it redirects to ${target}; APP_URL in .env must be an address that does not redirect`, 60);
}

function slugOf(answer: Readonly<Record<string, unknown>> | null): string {
  const type = answer?.type;
  return typeof type === 'string' ? (type.split('/').at(-1) ?? '') : '';
}

/** The host's sentence, short, on one line. */
function reasonOf(answer: Readonly<Record<string, unknown>> | null, key: string): string {
  const text = answer?.details ?? answer?.title ?? '';
  if (typeof text !== 'string') return '';
  return text.replaceAll(key, '[secret]').replace(/\s+/g, ' ').trim().slice(0, 300);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
