import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Contract } from '../contracts/contract.ts';
import type { createRefuser } from '../contracts/refuser.ts';
import { answerBrokenHttp, noteRequests } from '../http/broken-http.ts';
import { completeReply } from '../http/exchange.ts';
import { cutPrefix, moveQueryPath } from '../http/prefix.ts';
import { apiAddress } from '../web/api/address.ts';
import type { HttpParts } from './http-parts.ts';

/** Time limit for receiving a request with its body. */
const requestTimeoutMs = 60_000;
/** Time limit for receiving headers, and interval at which connections are checked. */
const timeouts = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requestTimeout: requestTimeoutMs };

/** Returns the contract below whose base this URL is, of nested ones the inner; else the first. */
export function contractOf(contracts: HttpParts['contracts'], url: string): Contract {
  const below = contracts.filter(({ base }) => url.startsWith(`${base}/`));
  return below.reduce((inner, each) => (each.base.length > inner.base.length ? each : inner), below[0] ?? contracts[0]);
}

/** Creates the Fastify instance: limits of time, and paths that are rewritten before they are looked up. */
export function createFastify(
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
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      refuse(contractOf(contracts, request.url), error, request, completeReply(reply)),
    clientErrorHandler: answerBrokenHttp,
    schemaController: noSchemas,
  } as const;
  if (options.tls === null) return noteRequests(Fastify({ ...shared, http: timeouts }));
  const https = { ...timeouts, ...options.tls };
  return noteRequests(Fastify({ ...shared, https }) as unknown as FastifyInstance);
}

/**
 * Contracts check bodies and answers themselves. Without this the framework loads a hundred modules for schemas at start,
 * though no route has one.
 */
export const noSchemas = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } };

function refuse(): never {
  throw new Error('no route has a schema of the framework');
}
