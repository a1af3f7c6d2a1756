import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Contract } from '../contracts/contract.ts';
import { mountContract } from '../contracts/mount.ts';
import { createRefuser } from '../contracts/refuser.ts';
import { BodyBudget } from '../http/body-budget.ts';
import { answerBrokenHttp, noteRequests } from '../http/broken-http.ts';
import { DirectRoutes } from '../http/direct/direct-routes.ts';
import { type Direct, openDirect } from '../http/direct/open-direct.ts';
import { answerProbe, ConnectionNonces, type EdgeDoor, isProbe, openEdgeDoor } from '../http/edge-door.ts';
import type { Elsewhere } from '../http/elsewhere.ts';
import { closeAfterAnswers, closeIdleConnections } from '../http/idle-connections.ts';
import { type ListenTarget, listenOn } from '../http/listen.ts';
import { createRequestLog, logRequests } from '../http/log-requests.ts';
import { noSchemas } from '../http/no-schemas.ts';
import { onceEach } from '../http/once-each.ts';
import { createOriginReader, type Origin, type SignedRequest } from '../http/origin.ts';
import { peerOf } from '../http/peer.ts';
import { cutPrefix, moveQueryPath } from '../http/prefix.ts';
import { createRequestIds } from '../http/request-ids.ts';
import { sentOnFrom } from '../http/sent-on.ts';
import { decorateOrigin, setOrigin } from '../http/state.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import type { CrewCenterSettings } from '../platform/port.ts';
import type { Calls } from '../tracking/calls.ts';
import { Refusal } from '../tracking/refusals.ts';
import { apiAddress } from '../web/api/address.ts';
import { whyNotAdmitted } from './admission.ts';

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
  /** Whether nearly every request would be refused at this moment: an edge that knows other servers asks them. */
  readonly isCutOff?: () => boolean;
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
  /** Answers a report that another server of ours sent on. */
  answerReport: Direct['answer'];
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
  const drain = () => {
    isDraining = true;
  };
  const refuse = createRefuser({ logger, isDraining: () => isDraining });
  const newRequestId = createRequestIds(parts.requestIds);
  const fastify = createFastify(parts, refuse, newRequestId);
  const { edge } = options;
  const nonces = new ConnectionNonces();
  const originFor = originReader(parts, nonces);

  closeIdleConnections(fastify.server, options.tls !== null, systemClock);
  decorateOrigin(fastify);
  if (edge !== null) openEdgeDoor(fastify, edge, nonces, () => isDraining || options.isCutOff?.() === true);
  admitRequests(fastify, options, originFor, () => isDraining);
  const log = options.logRequests && createRequestLog(logger, options.logRequests);
  if (log !== null) logRequests(fastify, log);
  fastify.setErrorHandler((error, request, reply) => refuse(contract, error, request, reply));
  fastify.setNotFoundHandler((request, reply) => refuse(contract, nothingHere(), request, reply));
  const bodies = new BodyBudget();
  const routes = new DirectRoutes();
  const admit = admitDirect(options, originFor, () => isDraining);
  const direct = openDirect(fastify, options.tls !== null, { routes, bodies, newRequestId, admit, log });
  for (const each of contracts) mountContract(fastify, { ...parts, contract: each, bodies, direct: routes, refuse });

  return {
    ...{ fastify, bodies, answerReport: direct.answer },
    listen: (target) => listenOn(fastify, target),
    drain,
    close: async () => {
      drain();
      await direct.settled();
      await closeAfterAnswers(fastify);
    },
  };
}

/** Returns what finds where a request comes from. */
function originReader({ options, logger, elsewhere }: HttpParts, nonces: ConnectionNonces) {
  const { edge, trustProxy } = options;
  const readEdge = edge && ((request: SignedRequest) => edge.readReport(request));
  const logIgnored = (address: string) => {
    const hint = `X-Forwarded-* of this peer is ignored; if it is your proxy, add it to ${options.trustProxySetting}`;
    logger.warn({ peer: address }, hint);
  };
  const readOrigin = createOriginReader({ trustProxy, readEdge, onIgnored: onceEach(logIgnored) });
  const originHere = (request: FastifyRequest) =>
    readOrigin(peerOf(request, edge === null ? null : nonces.take(request.raw.socket)));
  return elsewhere === null ? originHere : (each: FastifyRequest) => sentOnFrom(each.raw) ?? originHere(each);
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

/** The same for requests that the framework does not see; it says why not. */
function admitDirect(options: HttpOptions, originFor: (request: FastifyRequest) => Origin, isDraining: () => boolean) {
  return (request: FastifyRequest, sentOnFrom: Origin | null): boolean => {
    setOrigin(request, sentOnFrom ?? originFor(request));
    return whyNotAdmitted(request, options, isDraining()) === undefined;
  };
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

function createFastify(
  { contracts, options }: HttpParts,
  refuse: ReturnType<typeof createRefuser>,
  newRequestId: () => string,
) {
  const bases = [apiAddress, ...contracts.map(({ base }) => base)];
  const queryBases = contracts.filter(({ takesQueryPath }) => takesQueryPath).map(({ base }) => base);
  const shared = {
    logger: false,
    genReqId: newRequestId,
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
    schemaController: noSchemas,
  } as const;
  if (options.tls === null) return noteRequests(Fastify({ ...shared, http: timeouts }));
  const https = { ...timeouts, ...options.tls };
  return noteRequests(Fastify({ ...shared, https }) as unknown as FastifyInstance);
}

function nothingHere(): Refusal {
  return new Refusal('not-found', { message: 'There is no call at this path. Check the base URL and the path.' });
}
