import { TrackerError } from './tracker-error.ts';

/** One call as a dialect writes it: the path lies under the crew center's base URL. */
export interface WireCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** What came back. */
export interface WireReply {
  readonly status: number;
  /** Our JSON, or null: anything else that a web server says. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Where the answer came from after redirects. */
  readonly url: string;
  readonly retryAfterS: number | null;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Above this a body is worth packing, bytes. */
const worthPacking = 2048;

/** Sends one call by `fetch` and reads the answer; knows nothing of sessions or retries. */
export class Transport {
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  #packs = typeof CompressionStream === 'function';

  constructor(fetch: Fetch, timeoutMs: number) {
    this.#fetch = fetch;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Without headers redirects are followed; with them a redirect is refused, because a session must not travel to another host.
   * @throws TrackerError `down` when there is no answer, `redirected`.
   */
  async send(base: string, call: WireCall, headers: Readonly<Record<string, string>> | null): Promise<WireReply> {
    const text = call.body === undefined ? null : JSON.stringify(call.body);
    const packed = text !== null && this.#packs && text.length > worthPacking ? await pack(text) : null;
    const reply = await this.#exchange(base, call, headers, packed ?? text, packed !== null);
    if (packed === null || (reply.status !== 400 && reply.status !== 415)) return reply;
    const plain = await this.#exchange(base, call, headers, text, false);
    if (plain.status < 300) this.#packs = false; // something on the way cannot unpack
    return plain;
  }

  async #exchange(
    base: string,
    call: WireCall,
    headers: Readonly<Record<string, string>> | null,
    body: string | ArrayBuffer | null,
    isPacked: boolean,
  ): Promise<WireReply> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), this.#timeoutMs);
    try {
      const response = await this.#fetch(base + call.path, {
        method: call.method,
        headers: {
          Accept: 'application/json',
          ...(body === null ? {} : { 'Content-Type': 'application/json' }),
          ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
          ...headers,
        },
        redirect: headers === null ? 'follow' : 'manual',
        cache: 'no-store',
        credentials: 'omit',
        signal: stop.signal,
        ...(body === null ? {} : { body }),
      });
      refuseRedirect(response, base);
      return await readReply(response, base + call.path);
    } catch (error) {
      if (error instanceof TrackerError) throw error;
      throw new TrackerError(
        'down',
        `Nothing answers at ${base}${reasonOf(error, stop.signal.aborted)}. Is the server running?`,
      );
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Only the system's short code: messages of `fetch` may quote what was sent. */
function reasonOf(error: unknown, timedOut: boolean): string {
  if (timedOut) return ' in time';
  const cause = error instanceof Error ? error.cause : null;
  const code = cause !== null && typeof cause === 'object' && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}

function refuseRedirect(response: Response, base: string): void {
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return;
  throw new TrackerError('redirected', `${base} sends calls elsewhere. Give the address that it redirects to.`, {
    status: response.status,
  });
}

async function readReply(response: Response, asked: string): Promise<WireReply> {
  const text = await response.text();
  const wait = Number.parseFloat(response.headers.get('Retry-After') ?? '');
  return {
    status: response.status,
    body: readOurs(text),
    url: response.url === '' ? asked : response.url,
    retryAfterS: Number.isFinite(wait) && wait >= 0 ? wait : null,
  };
}

/** Every answer of ours is a JSON object with a boolean `success`. */
function readOurs(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value.success === 'boolean' ? value : null;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function pack(text: string): Promise<ArrayBuffer> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return await new Response(packed).arrayBuffer();
}
