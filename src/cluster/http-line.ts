import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type Duplex, Readable } from 'node:stream';
import { isPrivate } from '../lib/private-address.ts';
import type { AskedPeer, PeerAnswer, PeerLine } from './peer.ts';

/** Where another server listens for its peers, and the authority that it trusts: its own by default. */
interface PeerAddress {
  readonly url: string;
  readonly ca: string | null;
}

/**
 * How many connections stay open between requests. There are as many as there are requests: one that waited for a free
 * connection might wait for a feed of the map, which does not end.
 */
const maxIdle = 256;
/** Ends before the other side closes an idle connection, so that no request meets a closed one. */
const idleMs = 30_000;
/** Name of what a connection becomes that carries a stream; both sides are servers of ours. */
const streamProtocol = 'tracker-stream';

/** Kept-alive connections to another server. */
export class HttpLine implements PeerLine {
  readonly #address: PeerAddress;
  readonly deadlineMs: number;
  readonly #agent: HttpAgent | HttpsAgent;
  /** Those whose answer has not begun. */
  readonly #unanswered = new Set<ClientRequest>();

  /** @param deadlineMs - how long the answer to a request may take to begin, and that to a call to end */
  constructor(address: PeerAddress, deadlineMs: number) {
    this.#address = address;
    this.deadlineMs = deadlineMs;
    const options = { keepAlive: true, maxFreeSockets: maxIdle, timeout: idleMs };
    const { url, ca } = address;
    const trusted = ca === null ? {} : { ca };
    this.#agent = url.startsWith('https:') ? new HttpsAgent({ ...options, ...trusted }) : new HttpAgent(options);
  }

  deadline(): AbortSignal {
    return AbortSignal.timeout(this.deadlineMs);
  }

  request(asked: AskedPeer, body: Buffer | Readable | null): Promise<PeerAnswer> {
    if (!isGuarded(this.#address)) return Promise.reject(notGuarded());
    return new Promise((resolve, reject) => {
      const request = this.#open(asked);
      this.#unanswered.add(request);
      const timer = setTimeout(() => request.destroy(new Error('no answer in time')), this.deadlineMs);
      const end = () => {
        clearTimeout(timer);
        this.#unanswered.delete(request);
        asked.signal.removeEventListener('abort', abort);
      };
      const abort = () => request.destroy();
      asked.signal.addEventListener('abort', abort);
      request.once('response', (answer) => {
        clearTimeout(timer);
        this.#unanswered.delete(request);
        answer.once('close', end);
        resolve({ status: answer.statusCode ?? 502, headers: answer.rawHeaders, body: answer });
      });
      request.once('error', (error) => {
        end();
        reject(error);
      });
      if (body instanceof Readable) body.on('error', abort).pipe(request);
      else request.end(body ?? undefined);
    });
  }

  openStream({ path, headers }: Pick<AskedPeer, 'path' | 'headers'>): Promise<Duplex> {
    if (!isGuarded(this.#address)) return Promise.reject(notGuarded());
    return new Promise((resolve, reject) => {
      const upgrade = [...headers, 'connection', 'upgrade', 'upgrade', streamProtocol];
      const request = this.#open({ method: 'GET', path, headers: upgrade });
      const timer = setTimeout(() => request.destroy(new Error('no answer in time')), this.deadlineMs);
      request.once('close', () => clearTimeout(timer));
      request.once('upgrade', (_answer, socket) => {
        clearTimeout(timer);
        // The agent's, for connections that wait for the next request.
        socket.setTimeout(0);
        socket.removeAllListeners('timeout');
        socket.setNoDelay(true);
        socket.setKeepAlive(true, idleMs);
        resolve(socket);
      });
      request.once('response', () => request.destroy(new Error('the other server knows no such stream')));
      request.once('error', reject);
      request.end();
    });
  }

  abandon(): void {
    for (const request of this.#unanswered) request.destroy(new Error('the other server is silent'));
  }

  close(): void {
    this.#agent.destroy();
  }

  #open({ method, path, headers }: Pick<AskedPeer, 'method' | 'path' | 'headers'>): ClientRequest {
    // Node adds none to headers that are given as a list.
    const hosts = headers.some((each, index) => index % 2 === 0 && each.toLowerCase() === 'host')
      ? []
      : ['host', 'peer'];
    const shared = { method, path, headers: [...headers, ...hosts], agent: this.#agent };
    const url = new URL(this.#address.url);
    // An IPv6 address is in brackets only within a URL.
    const target = { ...shared, hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port };
    return url.protocol === 'https:' ? httpsRequest(target) : httpRequest(target);
  }
}

function notGuarded(): Error {
  return new Error('the other server is reached without TLS');
}

/** The secret of the cluster must not be sent where others listen, whatever a row of the cluster says. */
function isGuarded(address: PeerAddress): boolean {
  const url = URL.parse(address.url);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isPrivate(url.hostname));
}
