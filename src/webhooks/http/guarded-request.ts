import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createGunzip } from 'node:zlib';
import type { AddressPolicy } from '../../lib/address-policy.ts';
import { addressProblem, hostOf, portOf, requireUrl } from './url.ts';

export interface GuardedRequest {
  readonly method: 'POST' | 'PATCH' | 'GET' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Its beginning, at most `maxAnswerBytes`. */
  readonly text: string;
}

export interface RequestLimits {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  /** Of the answer's text; in `latin1` each character is a byte. UTF-8, unless it is given. */
  readonly encoding?: 'latin1';
}

export const requestLimits: RequestLimits = { timeoutMs: 15_000, maxAnswerBytes: 16 * 1_024 };

/** Returns the addresses of a name. */
export type Resolver = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

const resolveName: Resolver = (host) => lookup(host, { all: true });

/** There was no whole answer; the message says why, for the operator. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Requests to addresses that somebody else chose. Names are resolved here, every address of a name is checked, and the connection
 * goes to an address that was checked: a name that changes its address between the two gains nothing. Redirects are not followed.
 */
export class GuardedRequests {
  readonly #policy: AddressPolicy;
  readonly #limits: RequestLimits;
  readonly #resolve: Resolver;

  constructor(policy: AddressPolicy, limits: RequestLimits = requestLimits, resolve: Resolver = resolveName) {
    this.#policy = policy;
    this.#limits = limits;
    this.#resolve = resolve;
  }

  /** @throws NoAnswerError; Refusal `invalid` for an address that must not be used */
  async send(request: GuardedRequest): Promise<Answer> {
    const url = requireUrl(request.url, this.#policy);
    const timeout = AbortSignal.timeout(this.#limits.timeoutMs);
    const signal = AbortSignal.any([request.signal, timeout]);
    try {
      return await this.#exchange(url, request, signal);
    } catch (error) {
      if (timeout.aborted) throw new NoAnswerError(`no answer within ${this.#limits.timeoutMs / 1_000} seconds`);
      if (error instanceof NoAnswerError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      throw new NoAnswerError(message === '' ? (code ?? 'no connection') : message, { cause: error });
    }
  }

  #exchange(url: URL, { method, headers, body }: GuardedRequest, signal: AbortSignal): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const options: RequestOptions = {
      method,
      signal,
      agent: false,
      lookup: this.#lookupFor(url),
      maxHeaderSize: 16 * 1_024,
      host: hostOf(url),
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, Connection: 'close', ...(body !== null && { 'Content-Length': Buffer.byteLength(body) }) },
    };
    const start = url.protocol === 'https:' ? requestHttps : requestHttp;
    let hasAnswered = false;
    const request = start(options, (response) => {
      hasAnswered = true;
      this.#read(response).then(resolve, reject);
    });
    request.on('error', reject);
    // Without an answer and without an error: the receiver switched protocols (101), and Node closed the connection.
    request.on('close', () => {
      if (!hasAnswered) reject(new NoAnswerError('the connection was closed without an answer'));
    });
    request.end(body ?? undefined);
    return promise;
  }

  async #read(response: IncomingMessage): Promise<Answer> {
    const { statusCode: status = 0, headers } = response;
    const chunks: Buffer[] = [];
    let length = 0;
    // Only where the request offered it.
    const isPacked = headers['content-encoding'] === 'gzip';
    const body = isPacked ? response.compose(createGunzip()) : response;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= this.#limits.maxAnswerBytes) break;
    }
    // What follows is not read: leaving the loop has closed the connection.
    const text = Buffer.concat(chunks)
      .subarray(0, this.#limits.maxAnswerBytes)
      .toString(this.#limits.encoding ?? 'utf8');
    return { status, headers, text };
  }

  #lookupFor(url: URL): LookupFunction {
    return (host, options, callback) => {
      this.#addresses(url, host).then(
        (addresses) => {
          const [first] = addresses;
          if (first === undefined) callback(new NoAnswerError(`${host} has no address`), '');
          else if (options.all === true) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
      );
    };
  }

  async #addresses(url: URL, host: string) {
    const addresses = await this.#resolve(host);
    for (const { address } of addresses) {
      const problem = addressProblem(url, address, this.#policy);
      if (problem !== null) throw new NoAnswerError(`${host} was not connected to: ${problem}`);
    }
    return addresses;
  }
}
