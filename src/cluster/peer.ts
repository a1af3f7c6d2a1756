import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { movingNow, type Place, type PlaceAnswer, type SentRequest } from '../http/elsewhere.ts';
import type { Secret } from '../lib/secret.ts';
import { type CallAnswer, decodeValue, encodeValue, resultOf } from './wire.ts';

/** Where another server listens for its peers: a unix socket of this machine, or a URL. */
export type PeerAddress =
  | { readonly kind: 'unix'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string; readonly ca: string | null };

/** Proves that a request comes from a server of ours. */
export const peerHeader = 'x-tracker-peer';
/** Where the client of a request is that was sent on, as JSON. */
export const originHeader = 'x-tracker-origin';
/** Path of the calls between servers; nothing else of ours is there. */
export const callPath = '/cluster/call';

/**
 * How many connections stay open between requests. There are as many as there are requests: one that waited for a free
 * connection might wait for a feed of the map, which does not end.
 */
const maxIdle = 256;
/** Ends before the other side closes an idle connection, so that no request meets a closed one. */
const idleMs = 30_000;

/** Another server of ours, over kept-alive connections. */
export class Peer implements Place {
  readonly #address: PeerAddress;
  readonly #secret: Secret;
  readonly #deadlineMs: number;
  readonly #agent: HttpAgent | HttpsAgent;

  /** @param deadlineMs - how long the answer to a request may take to begin, and that to a call to end */
  constructor(address: PeerAddress, secret: Secret, deadlineMs: number) {
    this.#address = address;
    this.#secret = secret;
    this.#deadlineMs = deadlineMs;
    const options = { keepAlive: true, maxFreeSockets: maxIdle, timeout: idleMs };
    const isTls = address.kind === 'url' && address.url.startsWith('https:');
    this.#agent = isTls ? new HttpsAgent({ ...options, ...caOf(address) }) : new HttpAgent(options);
  }

  async send({ method, target, headers, body, origin, signal }: SentRequest): Promise<PlaceAnswer> {
    const sent = [...headers, originHeader, JSON.stringify(origin)];
    if (body !== null && !(body instanceof Readable)) sent.push('content-length', String(body.length));
    const answer = await this.#request({ method, path: target, headers: sent, signal }, body);
    if (answer.headers[peerHeader] !== undefined) {
      answer.resume();
      throw movingNow();
    }
    return { status: answer.statusCode ?? 502, headers: answer.rawHeaders, body: answer };
  }

  /**
   * Calls a method of that server. Arguments and result are as `wire.ts` encodes them.
   * @throws Refusal that the method threw; `shutting-down` while nobody answers there
   */
  async call(method: string, args: readonly unknown[]): Promise<unknown> {
    const body = Buffer.from(encodeValue({ method, args }));
    const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
    const asked = { method: 'POST', path: callPath, headers, signal: AbortSignal.timeout(this.#deadlineMs) };
    const answer = await this.#request(asked, body);
    const said = await text(answer).catch(() => null);
    if (answer.statusCode !== 200 || said === null) throw movingNow();
    return resultOf(decodeValue(said) as CallAnswer);
  }

  close(): void {
    this.#agent.destroy();
  }

  #request(
    asked: { method: string; path: string; headers: readonly string[]; signal: AbortSignal },
    body: Buffer | Readable | null,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = this.#open(asked);
      const timer = setTimeout(() => request.destroy(new Error('no answer in time')), this.#deadlineMs);
      const end = () => {
        clearTimeout(timer);
        asked.signal.removeEventListener('abort', abort);
      };
      const abort = () => request.destroy();
      asked.signal.addEventListener('abort', abort);
      request.once('response', (answer) => {
        clearTimeout(timer);
        answer.once('close', end);
        resolve(answer);
      });
      // Whether it was carried out is not known: every call may be repeated, so the client is asked to.
      request.once('error', () => {
        end();
        reject(movingNow());
      });
      if (body instanceof Readable) body.on('error', abort).pipe(request);
      else request.end(body ?? undefined);
    });
  }

  #open({ method, path, headers }: { method: string; path: string; headers: readonly string[] }): ClientRequest {
    // Node adds none to headers that are given as a list.
    const hosts = headers.some((each, index) => index % 2 === 0 && each.toLowerCase() === 'host')
      ? []
      : ['host', 'peer'];
    const all = [...headers, ...hosts, peerHeader, this.#secret.reveal()];
    const shared = { method, path, headers: all, agent: this.#agent };
    if (this.#address.kind === 'unix') return httpRequest({ ...shared, socketPath: this.#address.path });
    const url = new URL(this.#address.url);
    // An IPv6 address is in brackets only within a URL.
    const target = { ...shared, hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port };
    return url.protocol === 'https:' ? httpsRequest(target) : httpRequest(target);
  }
}

function caOf(address: PeerAddress): { ca?: string } {
  return address.kind === 'url' && address.ca !== null ? { ca: address.ca } : {};
}
