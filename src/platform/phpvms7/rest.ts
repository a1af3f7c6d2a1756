import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { directHeader } from '../../lib/direct-header.ts';
import type { Secret } from '../../lib/secret.ts';
import { Lanes } from './lanes.ts';
import { type RestAnswer, readAnswer, unavailable } from './rest-answer.ts';

/** Maximum number of concurrent calls: the site's PHP may have few workers, and forwarded calls of clients hold some of them. */
const callsAtOnce = 2;
const maxBytes = 16 << 20;

export interface RestCall {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/api/`. */
  readonly path: string;
  readonly key: Secret;
  readonly body: Readonly<Record<string, unknown>>;
  /** `urgent`: a client waits for it. */
  readonly lane: 'urgent' | 'patient';
  readonly timeoutMs: number;
  /** Uses a new connection, so that a broken one was never closed by the host before the request. */
  readonly isDelicate?: boolean;
}

/** A call whose answer is passed on as it is. */
export interface RestReading extends Pick<RestCall, 'path' | 'lane' | 'timeoutMs'> {
  readonly method: RestCall['method'] | 'GET';
  /** Null: as nobody. */
  readonly key: Secret | null;
  readonly body: RestCall['body'] | null;
  readonly isDelicate?: boolean;
  /** Further ones. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response as it came. */
export interface RestResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as JSON, null when it is none. */
  readonly json: unknown;
}
type Lost = Extract<RestAnswer, { readonly kind: 'lost' }>;

/** The site's REST API, over connections that are kept. Follows no redirect; the pilot's key is in no message. */
export class Rest {
  readonly #base: URL;
  readonly #lanes = new Lanes(callsAtOnce);
  readonly #agent: http.Agent | https.Agent;
  readonly #direct: Secret | null;

  /**
   * @param siteUrl `https://host`, or with a path where the site lies in one
   * @param direct - by which the site's web server leaves our calls to the site
   */
  constructor(siteUrl: string, direct: Secret | null) {
    this.#direct = direct;
    this.#base = new URL(`${siteUrl.replace(/(?<!\/)\/+$/, '')}/api/`);
    const options = { keepAlive: true, maxSockets: callsAtOnce };
    this.#agent = this.#base.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  }

  /** @throws Refusal `crew-center-unavailable` when it cannot be reached or is in maintenance: nothing was changed. */
  async call(call: RestCall): Promise<RestAnswer> {
    const response = await this.ask(call);
    if (response.kind === 'lost') return response;
    return readAnswer(response.status, response.headers, response.json, call.key.reveal());
  }

  /** The same, with the response as it came. @throws Refusal `crew-center-unavailable` when it cannot be reached */
  ask(call: RestReading): Promise<RestResponse | Lost> {
    return this.#lanes.run(call.lane, async () => {
      try {
        return await this.#send(call);
      } catch (error) {
        // A kept connection that the host had just closed: the request was not sent.
        if (!(error instanceof StaleConnection)) throw error;
        return this.#send(call);
      }
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(call: RestReading): Promise<RestResponse | Lost> {
    const payload = call.body === null ? null : Buffer.from(JSON.stringify(call.body));
    const answer = Promise.withResolvers<RestResponse | Lost>();
    const request = (this.#base.protocol === 'https:' ? https : http).request(new URL(call.path, this.#base), {
      method: call.method,
      agent: call.isDelicate === true ? false : this.#agent,
      headers: { ...headersOf(call.key, payload, this.#direct), ...call.headers },
    });
    const limit = setTimeout(
      () => request.destroy(new Error(`no response within ${call.timeoutMs / 1_000} s`)),
      call.timeoutMs,
    );
    request.once('error', (error) => {
      if (request.reusedSocket && isReset(error)) answer.reject(new StaleConnection());
      else if (wasNeverSent(error)) answer.reject(unavailable(wordOf(error)));
      else answer.resolve({ kind: 'lost', reason: wordOf(error) });
    });
    request.once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      readBody(response).then(
        (json) => answer.resolve({ kind: 'response', status, headers, json }),
        (error: Error) => answer.resolve({ kind: 'lost', reason: wordOf(error) }),
      );
    });
    request.end(payload ?? undefined);
    return answer.promise.finally(() => clearTimeout(limit));
  }
}

/** The key raw, as the platform reads it: `Authorization: Bearer` fails on 7.x (app/Http/Middleware/ApiAuth.php). */
function headersOf(key: Secret | null, payload: Buffer | null, direct: Secret | null) {
  return {
    accept: 'application/json',
    ...(direct !== null && { [directHeader]: direct.reveal() }),
    ...(key !== null && { 'x-api-key': key.reveal() }),
    ...(payload !== null && { 'content-type': 'application/json', 'content-length': payload.length }),
  };
}

class StaleConnection extends Error {}

function isReset(error: Error): boolean {
  return wordOf(error) === 'ECONNRESET' || wordOf(error) === 'EPIPE';
}

/** No connection was made: unknown address, nothing listens, or untrusted certificate. */
function wasNeverSent(error: Error): boolean {
  return (
    ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) ||
    /CERT|SELF_SIGNED|ERR_TLS/.test(wordOf(error))
  );
}

function wordOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** @returns null for what is no JSON */
async function readBody(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('its response is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}
