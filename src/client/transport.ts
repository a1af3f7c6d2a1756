import { afterMs, type Timing } from './timing.ts';
import { TrackerError } from './tracker-error.ts';
import type { FlightView } from './wire-types.ts';

/** One call as created by a dialect; the path is relative to the crew center's base URL. */
export interface WireCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** A response. */
export interface WireReply {
  readonly status: number;
  /** The JSON of a tracker; null for any other response. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The URL of the response after redirects. */
  readonly url: string;
  readonly retryAfterS: number | null;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Compresses a body with gzip. */
export type Pack = (text: string) => Promise<ArrayBuffer>;

export interface TransportParts {
  readonly fetch: Fetch;
  /** Timeout of one call, milliseconds. */
  readonly timeoutMs: number;
  readonly timing: Timing;
  /** Null sends every body as it is. Default: by the platform's `CompressionStream`, if it has one. */
  readonly pack?: Pack | null | undefined;
}

/** Bodies larger than this are compressed, bytes. */
const worthPacking = 2048;

/** Sends one call with `fetch` and reads the response; without sessions or retries. */
export class Transport {
  readonly #parts: TransportParts;
  #pack: Pack | null;

  constructor(parts: TransportParts) {
    this.#parts = parts;
    this.#pack = parts.pack === undefined ? platformPack() : parts.pack;
  }

  /**
   * Without headers redirects are followed; with them a redirect is refused, because a session must not travel to another host.
   * @throws TrackerError `down` without a response, `redirected`.
   */
  async send(base: string, call: WireCall, headers: Readonly<Record<string, string>> | null): Promise<WireReply> {
    const text = call.body === undefined ? null : JSON.stringify(call.body);
    const packed = text === null || text.length <= worthPacking ? null : ((await this.#pack?.(text)) ?? null);
    const reply = await this.#exchange(base, call, headers, packed ?? text, packed !== null);
    if (packed === null || (reply.status !== 400 && reply.status !== 415)) return reply;
    const plain = await this.#exchange(base, call, headers, text, false);
    if (plain.status < 300) this.#pack = null; // a proxy cannot decompress it
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
    const { fetch, timeoutMs, timing } = this.#parts;
    const cancel = (timing.after ?? afterMs)(timeoutMs, () => stop.abort());
    try {
      const response = await fetch(base + call.path, {
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
        `No response from ${base}${reasonOf(error, stop.signal.aborted)}. Is the server running?`,
      );
    } finally {
      cancel();
    }
  }
}

/** Only the system's short code, because messages of `fetch` may contain what was sent. */
function reasonOf(error: unknown, timedOut: boolean): string {
  if (timedOut) return ' in time';
  const cause = error instanceof Error ? error.cause : null;
  const code = cause !== null && typeof cause === 'object' && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? ` (${code})` : '';
}

function refuseRedirect(response: Response, base: string): void {
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return;
  throw new TrackerError('redirected', `${base} redirects to another host. Use the address to which it redirects.`, {
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

/** Every response of a tracker is a JSON object with a boolean `success`. */
function readOurs(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && typeof value.success === 'boolean' ? value : null;
  } catch {
    return null;
  }
}

/** Whether this is a flight as servers send it: its id tells. */
export function isFlightView(value: unknown): value is FlightView {
  return isRecord(value) && typeof value.flight_id === 'string';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function platformPack(): Pack | null {
  return typeof CompressionStream === 'function' ? gzip : null;
}

async function gzip(text: string): Promise<ArrayBuffer> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return await new Response(packed).arrayBuffer();
}
