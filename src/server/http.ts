import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Contract } from '../contracts/contract.ts';
import { mountContract } from '../contracts/mount.ts';
import { createRefuser } from '../contracts/refuser.ts';
import { BodyBudget } from '../http/body-budget.ts';
import { answerBrokenHttp, noteRequests } from '../http/broken-http.ts';
import { answerProbe, ConnectionNonces, type EdgeDoor, isProbe, openEdgeDoor } from '../http/edge-door.ts';
import type { Elsewhere } from '../http/elsewhere.ts';
import { closeIdleConnections } from '../http/idle-connections.ts';
import { type ListenTarget, listenOn } from '../http/listen.ts';
import { logRequests } from '../http/log-requests.ts';
import { onceEach } from '../http/once-each.ts';
import { createOriginReader, type Origin, type Peer, type SignedRequest } from '../http/origin.ts';
import { peerOf } from '../http/peer.ts';
import { cutPrefix, moveQueryPath } from '../http/prefix.ts';
import { sentOnFrom } from '../http/sent-on.ts';
import { decorateOrigin, originOf, setOrigin } from '../http/state.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import type { Calls } from '../tracking/calls.ts';
import { Refusal } from '../tracking/refusals.ts';
import { apiAddress } from '../web/api/address.ts';

export interface HttpOptions {
  /** Whether requests that are not local must use HTTPS. */
  readonly requireHttps: () => boolean;
  /** Name of that setting, for messages. */
  readonly requireHttpsSetting: string;
  /** Proxies whose X-Forwarded-For and -Proto are trusted: addresses, networks, `unix:`. */
  readonly trustProxy: readonly string[];
  /** Name of that setting, for messages. */
  readonly trustProxySetting: string;
  /** Checks requests of the edge; null without an edge. */
  readonly edge: EdgeDoor | null;
  /** Certificate and key; null for plain HTTP (behind a proxy, or locally). */
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  /** The level at which each request is logged; null: none is. */
  readonly logRequests: 'info' | 'debug' | null;
}

export interface HttpParts {
  /** Each is mounted below its own base; the first one handles paths outside all of them. */
  readonly contracts: readonly [Contract, ...Contract[]];
  readonly calls: Calls;
  readonly settings: () => CrewCenterSettings;
  readonly options: HttpOptions;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Which requests other servers answer; null for a server that is alone. */
  readonly elsewhere: Elsewhere | null;
  /** Beginning of every request's id; random by default. */
  readonly requestIds?: string;
}

export interface HttpServer {
  /** For pages: register them before `listen`. The same HTTPS and proxy rules apply. */
  readonly fastify: FastifyInstance;
  /** Memory budget for request bodies, here and on the pages. */
  readonly bodies: BodyBudget;
  /** Starts listening and returns the address: `http://127.0.0.1:8787`, `unix:/path`. */
  listen(target: ListenTarget): Promise<string>;
  /** Rejects new requests with 503 `shutting-down` from now on; those in progress are completed. */
  drain(): void;
  /** Drains, completes requests in progress, then closes. */
  close(): Promise<void>;
}

/** The HTTP side of the server: one Fastify instance with every contract mounted. */
export function buildHttp(parts: HttpParts): HttpServer {
  const { contracts, options, logger } = parts;
  const [contract] = contracts;
  let isDraining = false;
  const refuse = createRefuser({ logger, isDraining: () => isDraining });
  const fastify = createFastify(parts, refuse);
  const { edge } = options;
  const readOrigin = originReader(parts);
  const nonces = new ConnectionNonces();

  closeIdleConnections(fastify.server, options.tls !== null, parts.clock);
  decorateOrigin(fastify);
  if (edge !== null) openEdgeDoor(fastify, edge, nonces);
  const originHere = (request: FastifyRequest) =>
    readOrigin(peerOf(request, edge === null ? null : nonces.take(request.raw.socket)));
  const originFor =
    parts.elsewhere === null ? originHere : (request: FastifyRequest) => sentOnFrom(request.raw) ?? originHere(request);
  admitRequests(fastify, options, originFor, () => isDraining);
  if (options.logRequests !== null) logRequests(fastify, logger, options.logRequests);
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
}

function originReader({ options, logger }: HttpParts): (peer: Peer) => Origin {
  const { edge, trustProxy } = options;
  const readEdge = edge && ((request: SignedRequest) => edge.readReport(request));
  const logIgnored = (address: string) => {
    const hint = `X-Forwarded-* of this peer is ignored; if it is your proxy, add it to ${options.trustProxySetting}`;
    logger.warn({ peer: address }, hint);
  };
  return createOriginReader({ trustProxy, readEdge, onIgnored: onceEach(logIgnored) });
}

/** Runs the checks that every request must pass, and notes where it comes from. */
function admitRequests(
  fastify: FastifyInstance,
  options: HttpOptions,
  originFor: (request: FastifyRequest) => Origin,
  isDraining: () => boolean,
): void {
  const { edge } = options;
  fastify.addHook('onRequest', (request, reply, done) => {
    const origin = originFor(request);
    // Also for requests that are refused, because the error page depends on the visitor.
    setOrigin(request, origin);
    const next = () => done(whyNotAdmitted(request, options, isDraining()));
    if (edge !== null && isProbe(request)) answerProbe(edge, request, reply, { origin, next });
    else next();
  });
}

function whyNotAdmitted(request: FastifyRequest, options: HttpOptions, isDraining: boolean): Refusal | undefined {
  if (isDraining) return shuttingDown();
  const { isLocal, isSecure } = originOf(request);
  const isExempt = (request.routeOptions.config as { isForMonitors?: boolean }).isForMonitors === true;
  return options.requireHttps() && !isLocal && !isSecure && !isExempt ? httpsRequired(options) : undefined;
}

function httpsRequired({ trustProxySetting, requireHttpsSetting }: HttpOptions): Refusal {
  return new Refusal('https-required', {
    message: `HTTPS is required. Behind a proxy, let it set X-Forwarded-Proto and add it to ${trustProxySetting}; without a proxy, see ${requireHttpsSetting}.`,
  });
}

/** Time limit for receiving a request with its body. */
const requestTimeoutMs = 60_000;
/** Time limit for receiving headers, and interval at which connections are checked. */
const timeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requestTimeout: requestTimeoutMs };

/** Returns the contract below whose base this URL is, of nested ones the inner; else the first. */
function contractOf(contracts: HttpParts['contracts'], url: string): Contract {
  const below = contracts.filter(({ base }) => url.startsWith(`${base}/`));
  return below.reduce((inner, each) => (each.base.length > inner.base.length ? each : inner), below[0] ?? contracts[0]);
}

function createFastify(parts: HttpParts, refuse: ReturnType<typeof createRefuser>) {
  const { contracts, options, requestIds: prefix = randomBytes(4).toString('hex') } = parts;
  const bases = [apiAddress, ...contracts.map(({ base }) => base)];
  const queryBases = contracts.filter(({ takesQueryPath }) => takesQueryPath).map(({ base }) => base);
  let count = 0;
  const shared = {
    logger: false,
    genReqId: () => {
      count += 1;
      return `${prefix}-${count.toString(36)}`;
    },
    rewriteUrl: (request: { url?: string | undefined }) =>
      moveQueryPath(cutPrefix(request.url ?? '/', bases), queryBases),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    // Longer than the longest interval between two positions, so that a client keeps its connection.
    keepAliveTimeout: 75_000,
    requestTimeout: requestTimeoutMs,
    return503OnClosing: false,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: Parameters<typeof refuse>[3]) =>
      refuse(contractOf(contracts, request.url), error, request, reply),
    clientErrorHandler: answerBrokenHttp,
  } as const;
  if (options.tls === null) return noteRequests(Fastify({ ...shared, http: timeouts }));
  const https = { ...timeouts, ...options.tls };
  return noteRequests(Fastify({ ...shared, https }) as unknown as FastifyInstance);
}

function shuttingDown(): Refusal {
  return new Refusal('shutting-down', { message: 'The server is restarting. Try again in a moment.', retryAfterS: 5 });
}

function nothingHere(): Refusal {
  return new Refusal('not-found', { message: 'There is no call at this path. Check the base URL and the path.' });
}
