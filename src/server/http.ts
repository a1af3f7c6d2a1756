import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Contract } from '../contracts/contract.ts';
import { mountContract } from '../contracts/mount.ts';
import { createRefuser } from '../contracts/refuser.ts';
import { BodyBudget } from '../http/body-budget.ts';
import { ConnectionNonces, type EdgeDoor, openEdgeDoor } from '../http/edge-door.ts';
import { closeIdleConnections } from '../http/idle-connections.ts';
import { type ListenTarget, listenOn } from '../http/listen.ts';
import { onceEach } from '../http/once-each.ts';
import { createOriginReader, type SignedRequest } from '../http/origin.ts';
import { peerOf } from '../http/peer.ts';
import { cutPrefix } from '../http/prefix.ts';
import { decorateOrigin, setOrigin } from '../http/state.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import type { Calls } from '../tracking/calls.ts';
import { Refusal } from '../tracking/refusals.ts';

export interface HttpOptions {
  /** Everything that is not local must have come by https. */
  readonly requireHttps: () => boolean;
  /** Name of that setting, for the sentence that a refused client and the log are told. */
  readonly requireHttpsSetting: string;
  /** Proxies whose X-Forwarded-For and -Proto are believed: addresses, networks, `unix:`. */
  readonly trustProxy: readonly string[];
  /** Name of that setting. */
  readonly trustProxySetting: string;
  /** What knows the keys of the edge; null without one. */
  readonly edge: EdgeDoor | null;
  /** Own certificate; null to speak plain http (behind a proxy, or locally). */
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  /** One log line a request. */
  readonly logRequests: boolean;
}

export interface HttpParts {
  /** Each is mounted below its own base; the first one answers what belongs to none. */
  readonly contracts: readonly [Contract, ...Contract[]];
  readonly calls: Calls;
  readonly settings: () => CrewCenterSettings;
  readonly options: HttpOptions;
  readonly logger: Logger;
  readonly clock: Clock;
}

export interface HttpServer {
  /** For pages beside the contract: register them before `listen`. They are under the same https and proxy rules. */
  readonly fastify: FastifyInstance;
  /** Memory that the bodies of requests take, here and on the pages. */
  readonly bodies: BodyBudget;
  /** Answers the address it listens on: `http://127.0.0.1:8787`, `unix:/path`. */
  listen(target: ListenTarget): Promise<string>;
  /** From now on new requests are answered 503 `shutting-down`; those under way are answered as ever. */
  drain(): void;
  /** Drains, answers what is under way, closes. */
  close(): Promise<void>;
}

/** The HTTP side of the server: one Fastify instance with every contract mounted. */
export function buildHttp(parts: HttpParts): HttpServer {
  const { contracts, options, logger } = parts;
  const [contract] = contracts;
  let isDraining = false;
  const refuse = createRefuser({ logger, isDraining: () => isDraining });
  const fastify = createFastify(contracts, options, refuse);
  const { edge, trustProxy } = options;
  const readEdge = edge && ((request: SignedRequest) => edge.readReport(request));
  const readOrigin = createOriginReader({ trustProxy, readEdge, onIgnored: onceEach(logIgnored) });
  const nonces = new ConnectionNonces();

  closeIdleConnections(fastify.server, options.tls !== null, parts.clock);
  decorateOrigin(fastify);
  if (edge !== null) openEdgeDoor(fastify, edge, nonces);
  fastify.addHook('onRequest', (request, _reply, done) => {
    const origin = readOrigin(peerOf(request, edge === null ? null : nonces.take(request.raw.socket)));
    // Also of a request that is refused: the page that says so asks who reads it.
    setOrigin(request, origin);
    if (isDraining) return done(shuttingDown());
    if (options.requireHttps() && !origin.isLocal && !origin.isSecure) return done(httpsRequired());
    done();
  });
  if (options.logRequests) logRequests(fastify, logger);
  fastify.setErrorHandler((error, request, reply) => refuse(contract, error, request, reply));
  fastify.setNotFoundHandler((request, reply) => refuse(contract, nothingHere(), request, reply));
  const bodies = new BodyBudget();
  for (const each of contracts) mountContract(fastify, { ...parts, contract: each, bodies, refuse });

  return {
    fastify,
    bodies,
    listen: (target) => listenOn(fastify, target),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      isDraining = true;
      await fastify.close();
    },
  };

  function logIgnored(address: string): void {
    const hint = `X-Forwarded-* of this peer is ignored; if it is your proxy, add it to ${options.trustProxySetting}`;
    logger.warn({ peer: address }, hint);
  }

  function httpsRequired(): Refusal {
    return new Refusal('https-required', {
      message: `Use https. Behind a proxy: let it set X-Forwarded-Proto and name it in ${options.trustProxySetting}; without one, see ${options.requireHttpsSetting}.`,
    });
  }
}

/** A request, with its body, arrives within this time. */
const requestTimeoutMs = 60_000;
/** Headers arrive within this time; the connections are checked this often. */
const timeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requestTimeout: requestTimeoutMs };

function createFastify(
  contracts: HttpParts['contracts'],
  options: HttpOptions,
  refuse: ReturnType<typeof createRefuser>,
) {
  const bases = contracts.map(({ base }) => base);
  const prefix = randomBytes(4).toString('hex');
  let count = 0;
  const shared = {
    logger: false,
    genReqId: () => {
      count += 1;
      return `${prefix}-${count.toString(36)}`;
    },
    rewriteUrl: (request: { url?: string | undefined }) => cutPrefix(request.url ?? '/', bases),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    // Longer than the longest interval between two positions, so that a client keeps its connection.
    keepAliveTimeout: 75_000,
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: Parameters<typeof refuse>[3]) =>
      refuse(contracts[0], error, request, reply),
    clientErrorHandler: answerBrokenHttp,
  } as const;
  // One type for both: pages and contracts do not care what carries them.
  if (options.tls === null) return Fastify({ ...shared, http: timeouts });
  return Fastify({ ...shared, https: { ...timeouts, ...options.tls } }) as unknown as FastifyInstance;
}

/** How long a client has to read why its connection is closed. */
const lingerMs = 1_000;
const brokenStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is not even HTTP never becomes a request. The connection is ended, whether or not the client ends its side. */
function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = brokenStatuses[error.code ?? ''] ?? '400 Bad Request';
  const body = '{"success":false,"error":{"code":"malformed","message":"This is not a valid HTTP request."}}';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    logger.debug(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms,
      },
      'request',
    );
    done();
  });
}

function shuttingDown(): Refusal {
  return new Refusal('shutting-down', { message: 'The server restarts; try again in a moment.', retryAfterS: 5 });
}

function nothingHere(): Refusal {
  return new Refusal('not-found', { message: 'There is no call at this path. Check the base URL and the path.' });
}
