import type { Server, ServerOptions } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { BodyBudget } from '../src/http/body-budget.ts';
import { answerBrokenHttp, noteRequests } from '../src/http/broken-http.ts';
import { DirectRoutes } from '../src/http/direct/direct-routes.ts';
import { type Direct, openDirect } from '../src/http/direct/open-direct.ts';
import type { Place } from '../src/http/elsewhere.ts';
import type { Origin } from '../src/http/origin.ts';
import { until } from './until.ts';

interface DirectServerOptions {
  /** Its certificate, where it speaks HTTPS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly http?: ServerOptions;
  /** Called with Node's server before anything else has it. */
  readonly change?: (server: Server) => void;
}

/** A server whose position route says who answered, and with which body. Direct answers wait until `release`. */
export class DirectServer implements AsyncDisposable {
  readonly fastify: FastifyInstance;
  isAdmitted = true;
  holder: 'here' | Place | null = 'here';
  /** What the next request waits for until it is known who asks; null where that is known at once. */
  admission: Promise<void> | null = null;
  /** Where each request came from that was to be admitted. */
  readonly origins: Origin[] = [];
  /** How many requests have come to a route. */
  asked = 0;
  /** The server's end of the newest connection. */
  socket: Duplex | null = null;
  release: () => void = () => undefined;
  #held: Promise<void> = Promise.resolve();
  readonly #direct: Direct;

  constructor({ tls, http = {}, change }: DirectServerOptions = {}) {
    const shared = { clientErrorHandler: answerBrokenHttp };
    this.fastify = tls
      ? (Fastify({ ...shared, https: tls }) as unknown as FastifyInstance)
      : noteRequests(Fastify({ ...shared, http }));
    change?.(this.fastify.server);
    const routes = new DirectRoutes();
    const say = (who: string, body: unknown) => {
      this.asked += 1;
      return `${who} ${JSON.stringify(body ?? null)}`;
    };
    this.fastify.post('/position', async ({ body }) => say('framework', body));
    this.fastify.get('/status', async () => {
      this.asked += 1;
      return 'framework status';
    });
    routes.add({
      method: 'POST',
      path: '/position',
      bodyLimit: 1_000,
      holderOf: () => this.holder,
      admit: () => {
        const { admission } = this;
        this.admission = null;
        return admission ?? undefined;
      },
      answer: async (request, reply) => {
        const text = say('direct', request.body);
        await this.#held;
        reply.sendWhole(200, {}, text);
      },
      refuse: (error, _request, reply) =>
        reply.sendWhole(400, { connection: 'close' }, String(error instanceof Error ? error.message : error)),
    });
    const isAdmitted = (origin: Origin) => {
      this.origins.push(origin);
      return this.isAdmitted;
    };
    const originOf = () => ({ address: '127.0.0.1', isLocal: true, isSecure: false });
    const parts = { routes, bodies: new BodyBudget(), newRequestId: () => 'id', originOf, isAdmitted, log: null };
    this.#direct = openDirect(this.fastify, tls !== undefined, parts);
  }

  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.#held, this.release] = [promise, resolve];
  }

  async connect(): Promise<DirectClient> {
    await this.fastify.ready();
    const [ours, theirs] = duplexPair();
    this.socket = theirs;
    this.fastify.server.emit('connection', theirs);
    return new DirectClient(ours);
  }

  get direct(): Direct {
    return this.#direct;
  }

  settled(): Promise<void> {
    return this.#direct.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fastify.close();
  }
}

/** The other end of a connection; each text that it sends arrives as one piece. */
export class DirectClient {
  readonly #socket: Duplex;
  #received = '';

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received += chunk;
    });
    socket.on('error', () => undefined);
  }

  send(...pieces: readonly string[]): void {
    for (const piece of pieces) this.#socket.write(piece, 'latin1');
  }

  end(): void {
    this.#socket.end();
  }

  stopReading(): void {
    this.#socket.pause();
  }

  /** The answers so far: status and body of each. */
  get answers(): readonly string[] {
    return this.#received
      .split(/(?=HTTP\/1\.1 \d)/)
      .map((answer) => answer.replace(/^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/, '$1 '))
      .filter((answer) => answer !== '');
  }

  async answersOf(count: number): Promise<readonly string[]> {
    await until(() => this.answers.length >= count);
    return this.answers;
  }
}

export const directRequest = (body: string, more = '', path = '/position') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
/** One that is the framework's. */
export const firstRequest = 'GET /status HTTP/1.1\r\nHost: a\r\n\r\n';
