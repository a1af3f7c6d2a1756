import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressPolicy } from '../../lib/address-policy.ts';

export interface SiteRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange, redirects included. */
  readonly timeoutMs?: number;
  /** The rest of a longer body is not read. */
  readonly maxBytes?: number;
  /** `same-site`: to the same host, with or without `www.`, at the same port or at those of http and https. */
  readonly redirects?: 'none' | 'same-site';
}

export interface SiteAnswer {
  readonly status: number;
  /** The address that answered: another one after a redirect. */
  readonly url: string;
  readonly headers: Headers;
  /** The beginning of the body. */
  readonly body: Buffer;
}

/** Returns the addresses of a name. */
type Resolver = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

interface Options {
  /** Ends every request, also those that are under way. */
  readonly signal?: AbortSignal | null;
  readonly resolve?: Resolver;
}

const usualTimeoutMs = 10_000;
const usualMaxBytes = 65_536;
const maxRedirects = 5;
const publicInternet = new AddressPolicy([]);

/**
 * Requests to a site that may be hostile: its address leads to another machine's inner services, its redirects inwards, its
 * bodies have no end. A name may later lead only to addresses that it had at first, or to the public internet.
 */
export class SiteRequests {
  readonly #signal: AbortSignal | null;
  readonly #resolve: Resolver;
  /** Addresses that each host had at first. */
  readonly #first = new Map<string, ReadonlySet<string>>();
  readonly #agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

  constructor({ signal = null, resolve = (host) => lookup(host, { all: true }) }: Options = {}) {
    this.#signal = signal;
    this.#resolve = resolve;
  }

  /** The run has ended: nothing is sent any more. */
  get isOver(): boolean {
    return this.#signal?.aborted === true;
  }

  /** @throws an error named `TimeoutError` when the time is over; another one when there is no whole response */
  async send(url: string, request: SiteRequest = {}): Promise<SiteAnswer> {
    const time = AbortSignal.timeout(request.timeoutMs ?? usualTimeoutMs);
    const signal = this.#signal === null ? time : AbortSignal.any([time, this.#signal]);
    signal.throwIfAborted();
    try {
      return await this.#follow(new URL(url), request, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  async #follow(first: URL, request: SiteRequest, signal: AbortSignal): Promise<SiteAnswer> {
    let [url, method] = [first, request.method ?? 'GET'];
    for (let count = 0; ; count += 1) {
      const answer = await this.#exchange(url, { ...request, method }, signal);
      const target = request.redirects === 'same-site' ? redirectOf(answer) : null;
      if (target === null || count === maxRedirects || !isSameSite(first, target)) return answer;
      // As browsers and `fetch` do it (https://fetch.spec.whatwg.org/#http-redirect-fetch).
      if (answer.status === 303 || (answer.status < 303 && method === 'POST')) method = 'GET';
      url = target;
    }
  }

  #exchange(url: URL, request: SiteRequest, signal: AbortSignal): Promise<SiteAnswer> {
    const { method, headers, body, maxBytes = usualMaxBytes } = request;
    const { promise, resolve, reject } = Promise.withResolvers<SiteAnswer>();
    const isHttps = url.protocol === 'https:';
    const sent = method === 'GET' ? undefined : body;
    let hasAnswered = false;
    const started = (isHttps ? https : http).request(
      url,
      {
        method,
        signal,
        agent: this.#agents[isHttps ? 'https:' : 'http:'],
        lookup: this.#lookup,
        headers: {
          accept: '*/*',
          'user-agent': 'va-tracker',
          ...headers,
          ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
        },
      },
      (response) => {
        hasAnswered = true;
        readStart(response, maxBytes).then(
          (start) => resolve({ ...headOf(response), url: url.href, body: start }),
          reject,
        );
      },
    );
    started.on('error', reject);
    // Without a response and without an error: the site switched protocols (101), and Node closed the connection.
    started.once('close', () => hasAnswered || reject(new Error('the connection was closed without a response')));
    started.end(sent);
    return promise;
  }

  readonly #lookup: LookupFunction = (host, options, callback) => {
    this.#addresses(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error(`${host} has no address`), '');
        else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };

  async #addresses(host: string): Promise<Awaited<ReturnType<Resolver>>> {
    const addresses = await this.#resolve(host);
    const known = this.#first.get(siteOf(host)) ?? new Set(addresses.map(({ address }) => address));
    this.#first.set(siteOf(host), known);
    const inner = addresses.find(({ address }) => !known.has(address) && !publicInternet.isAllowed(address));
    if (inner !== undefined) throw new Error(`${host} was not asked: it leads to ${inner.address} now`);
    return addresses;
  }
}

/** Whether there was no response in time; any other error may be a kept connection that the site had closed. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function headOf({ statusCode = 0, rawHeaders }: IncomingMessage): {
  readonly status: number;
  readonly headers: Headers;
} {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return { status: statusCode, headers };
}

/** Leaving the loop closes the connection. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function redirectOf({ status, headers, url }: SiteAnswer): URL | null {
  const location = headers.get('location');
  return [301, 302, 303, 307, 308].includes(status) && location !== null ? URL.parse(location, url) : null;
}

function isSameSite(first: URL, target: URL): boolean {
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  // Empty for the ports of http and https.
  return isWeb && siteOf(first.hostname) === siteOf(target.hostname) && first.port === target.port;
}

function siteOf(host: string): string {
  return isIP(host) === 0 ? host.toLowerCase().replace(/^www\./, '') : host;
}
