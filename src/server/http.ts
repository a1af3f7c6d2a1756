import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mountContract } from '../contracts/mount.ts';
import { createRefuser } from '../contracts/refuser.ts';
import { BodyBudget } from '../http/body-budget.ts';
import { DirectRoutes } from '../http/direct/direct-routes.ts';
import type { DirectParts } from '../http/direct/exchanges.ts';
import { type Direct, openDirect } from '../http/direct/open-direct.ts';
import { answerProbe, ConnectionNonces, isProbe, openEdgeDoor } from '../http/edge-door.ts';
import { decorateExchange } from '../http/exchange.ts';
import { closeAfterAnswers, closeIdleConnections } from '../http/idle-connections.ts';
import { type ListenTarget, listenOn } from '../http/listen.ts';
import { createRequestLog, logRequests } from '../http/log-requests.ts';
import { createOriginReader, type Origin, type SignedRequest } from '../http/origin.ts';
import { isPathTooLong, pathTooLong } from '../http/path-length.ts';
import { peerOf, type SentHead } from '../http/peer.ts';
import { sentOnFrom } from '../http/sent-on.ts';
import { systemClock } from '../lib/clock.ts';
import { Refusal } from '../tracking/refusals.ts';
import { whyNotAdmitted } from './admission.ts';
import { contractOf, createFastify } from './framework.ts';
import type { HttpOptions, HttpParts } from './http-parts.ts';

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
  const refuse = createRefuser({ logger, isDraining: () => isDraining, onRefused: parts.onRefused });
  const newRequestId = createRequestIds(parts.requestIds);
  const fastify = createFastify(parts, refuse, newRequestId);
  const { edge } = options;
  const nonces = new ConnectionNonces();
  const originHere = originReader(parts, nonces);

  decorateExchange(fastify);
  const log = options.logRequests && createRequestLog(logger, options.logRequests);
  const bodies = new BodyBudget();
  const routes = new DirectRoutes();
  const isAdmitted = (origin: Origin) => whyNotAdmitted(origin, options, isDraining) === undefined;
  const directParts = { routes, bodies, newRequestId, originOf: originHere, isAdmitted, log };
  const direct = openDirect(fastify, options.tls !== null, directParts);
  closeIdleConnections(fastify.server, options.tls !== null, systemClock, direct.isIdle);
  if (edge !== null) openEdgeDoor(fastify, edge, nonces, () => isDraining || options.isCutOff?.() === true);
  refuseLongPaths(fastify, contracts, refuse);
  admitRequests(fastify, options, originHere, () => isDraining);
  if (log !== null) logRequests(fastify, log);
  fastify.setErrorHandler((error, request, reply) => refuse(contract, error, request, reply));
  fastify.setNotFoundHandler((request, reply) => refuse(contract, nothingHere(), request, reply));
  for (const each of contracts) mountContract(fastify, { ...parts, contract: each, bodies, direct: routes, refuse });

  return {
    fastify,
    bodies,
    answerReport: direct.answer,
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
function originReader({ options, logger }: HttpParts, nonces: ConnectionNonces): DirectParts['originOf'] {
  const { edge, trustProxy } = options;
  const readEdge = edge && ((request: SignedRequest) => edge.readReport(request));
  const logIgnored = (address: string) => {
    const hint = `X-Forwarded-* of this peer is ignored; if it is your proxy, add it to ${options.trustProxySetting}`;
    logger.warn({ peer: address }, hint);
  };
  const readOrigin = createOriginReader({ trustProxy, readEdge, onIgnored: onceEach(logIgnored) });
  return (socket: Socket, head: SentHead) => readOrigin(peerOf(socket, head, edge && nonces.take(socket)));
}

/** Refuses them before anything reads them, in the words of a contract: a page has links that are as long as its own path. */
function refuseLongPaths(
  fastify: FastifyInstance,
  contracts: HttpParts['contracts'],
  refuse: ReturnType<typeof createRefuser>,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isPathTooLong(request.originalUrl) && !isPathTooLong(request.url)) return done();
    refuse(contractOf(contracts, request.url), pathTooLong(), request, reply);
  });
}

/** Runs the checks that every request must pass, and notes where it comes from. */
function admitRequests(
  fastify: FastifyInstance,
  options: HttpOptions,
  originHere: DirectParts['originOf'],
  isDraining: () => boolean,
): void {
  const { edge } = options;
  fastify.addHook('onRequest', (request, reply, done) => {
    const origin = sentOnFrom(request.raw) ?? originHere(request.raw.socket, headOf(request));
    // Also for requests that are refused, because the error page depends on the visitor.
    request.trackerOrigin = origin;
    const { isForMonitors } = request.routeOptions.config as { readonly isForMonitors?: boolean };
    const next = () => done(whyNotAdmitted(origin, isForMonitors === true ? null : options, isDraining()));
    if (edge !== null && isProbe(request)) answerProbe(edge, request, reply, { origin, next });
    else next();
  });
}

function headOf({ method, originalUrl, raw }: FastifyRequest): SentHead {
  return { method, target: originalUrl, headers: raw.headers, httpVersion: raw.httpVersion };
}

function nothingHere(): Refusal {
  return new Refusal('not-found', { message: 'There is no call at this path. Check the base URL and the path.' });
}

/** Returns a function that calls `notify` once for each different text, for at most 100 of them. */
export function onceEach(notify: (text: string) => void): (text: string) => void {
  const seen = new Set<string>();
  return (text) => {
    if (seen.has(text) || seen.size >= 100) return;
    seen.add(text);
    notify(text);
  };
}

/** Returns a function that names requests: a beginning that no other start of the server has, and a count. */
export function createRequestIds(prefix = randomBytes(4).toString('hex')): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
