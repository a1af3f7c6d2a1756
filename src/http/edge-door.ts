import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../lib/loopback.ts';
import { Refusal } from '../tracking/refusals.ts';
import { originOf } from './exchange.ts';
import { socketPathOf } from './listen.ts';
import { type EdgeReport, forwardingHeaders, type Origin, plainAddress, type SignedRequest } from './origin.ts';
import { sendText } from './reply.ts';

/** Checks that need the edge's keys. */
export interface EdgeDoor {
  /** Returns the edge's report in these headers if its signature is valid, else null. */
  readReport(request: SignedRequest): EdgeReport | null;
  /** Returns null when the request is not a greeting of an edge. The nonce is valid for the connection's next request. */
  answerHello(greeting: Greeting): HelloAnswer | null;
  /** Returns headers that prove the identity of this server, if the request has a nonce. */
  identify(headers: IncomingHttpHeaders): Readonly<Record<string, string>>;
  /** Headers for an operator's check that proves to have the site's key, and how long its reply waits; null for others. */
  answerProbe(
    headers: IncomingHttpHeaders,
    arrival: Arrival,
  ): { readonly headers: Readonly<Record<string, string>>; readonly waitMs: number } | null;
}

/** How a request arrived, as far as the operator's checks want to know. */
export interface Arrival {
  readonly address: string;
  readonly isSecure: boolean;
  readonly isLocal: boolean;
  readonly viaEdge: boolean;
  readonly hasAuthorization: boolean;
  readonly hasForwarding: boolean;
  readonly forwardedFor: string | null;
}

export interface HelloAnswer {
  readonly nonce: string;
  readonly proof: string | null;
  /** JSON that identifies the server. */
  readonly text: string;
}

export interface Greeting {
  readonly headers: IncomingHttpHeaders;
  readonly where: string;
  /** It came directly from this machine, not through a proxy that forwards requests of others. */
  readonly isDirect: boolean;
}

/** Nonces given to edges, by connection. Each is valid only for the next request on its connection. */
export class ConnectionNonces {
  readonly #given = new WeakMap<Socket, string>();

  give(socket: Socket, nonce: string): void {
    this.#given.set(socket, nonce);
  }

  take(socket: Socket): string | null {
    const nonce = this.#given.get(socket);
    if (nonce === undefined) return null;
    this.#given.delete(socket);
    return nonce;
  }
}

/**
 * Adds hooks that reply to greetings of the edge before any other check, and compare bodies with the edge's signature. While
 * every request would be refused (`isBusy`), the status of the reply is 503: an edge that knows another server asks that one.
 */
export function openEdgeDoor(
  fastify: FastifyInstance,
  door: EdgeDoor,
  nonces: ConnectionNonces,
  isBusy: () => boolean,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // On the raw response, because some responses are sent without the framework's headers.
    for (const [name, value] of Object.entries(door.identify(raw.headers))) reply.raw.setHeader(name, value);
    const answer = door.answerHello({ headers: raw.headers, where: whereReached(raw), isDirect: isDirect(raw) });
    if (answer === null) return done();
    if (answer.proof !== null) nonces.give(raw.socket, answer.nonce);
    const headers: Record<string, string> = answer.proof === null ? {} : { 'x-tracker-proof': answer.proof };
    const status = isBusy() ? 503 : 200;
    sendText(request, reply, { status, contentType: 'application/json', text: answer.text, headers });
  });
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyDigest } = originOf(request);
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0;
    done(null, bodyDigest === undefined || !hasBody ? payload : checkDigest(payload as Readable, bodyDigest));
  });
}

const probeHeader = 'x-tracker-identity';

export const isProbe = ({ raw }: FastifyRequest) => raw.headers[probeHeader] !== undefined;

/** Reports to an operator's check how its request arrived, then continues after the requested time. */
export function answerProbe(
  door: EdgeDoor,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { origin, next }: { readonly origin: Origin; readonly next: () => void },
): void {
  const hasForwarding = forwardingHeaders.some((name) => headers[name] !== undefined);
  const forwardedFor = headers['x-forwarded-for'] === undefined ? null : String(headers['x-forwarded-for']);
  const { address, isSecure, isLocal, viaEdge = false } = origin;
  const hasAuthorization = headers.authorization !== undefined;
  const probe = door.answerProbe(headers, {
    address,
    isSecure,
    isLocal,
    viaEdge,
    hasAuthorization,
    hasForwarding,
    forwardedFor,
  });
  const headersOfReply = probe?.headers ?? {};
  for (const [name, value] of Object.entries(headersOfReply)) reply.raw.setHeader(name, value);
  const waitMs = probe?.waitMs ?? 0;
  if (waitMs === 0) next();
  else setTimeout(next, waitMs).unref();
}

function isDirect({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  );
  return httpVersion !== '1.0' && !isForwarded && isLoopback(plainAddress(socket.remoteAddress ?? 'unix:'));
}

/** Returns where this request reached the server: `tcp:8787`, or `unix:/path`. */
export function whereReached({ socket }: IncomingMessage): string {
  if (socket.localPort !== undefined) return `tcp:${socket.localPort}`;
  return `unix:${socketPathOf(socket)}`;
}

/** Returns a stream of the body that fails at its end if the digest differs from the signed one. */
export function checkDigest(payload: Readable, digest: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      if (hash.digest('hex') === digest) return done();
      done(
        new Refusal('malformed', {
          message: 'The body does not match the signature of the edge. Send the request again.',
        }),
      );
    },
  });
  payload.once('error', (error) => check.destroy(error));
  return payload.pipe(check);
}
