import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../lib/loopback.ts';
import { Refusal } from '../tracking/refusals.ts';
import { type EdgeReport, plainAddress, type SignedRequest } from './origin.ts';
import { sendText } from './reply.ts';
import { originOf } from './state.ts';

/** What the HTTP side asks of whoever knows the edge's keys. */
export interface EdgeDoor {
  /** The edge's report in these headers when its signature holds, else null. */
  readReport(request: SignedRequest): EdgeReport | null;
  /** Null when it is no greeting of an edge. The nonce is good for the connection's next request. */
  answerHello(greeting: Greeting): HelloAnswer | null;
  /** Headers that show whose server this is, for whoever asks with a nonce. */
  identify(headers: IncomingHttpHeaders): Readonly<Record<string, string>>;
}

export interface HelloAnswer {
  readonly nonce: string;
  readonly proof: string | null;
  /** JSON: who answers. */
  readonly text: string;
}

export interface Greeting {
  readonly headers: IncomingHttpHeaders;
  readonly where: string;
  /** It came straight from this machine, through nothing that passes on what strangers ask. */
  readonly isDirect: boolean;
}

/** Nonces that were given to edges, by connection. Each is good for the next request on it, whatever that is. */
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

/** Answers greetings of the edge, before anything else is looked at, and holds bodies to what the edge signed. */
export function openEdgeDoor(fastify: FastifyInstance, door: EdgeDoor, nonces: ConnectionNonces): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    // Past the framework's own headers: some answers go out without them.
    for (const [name, value] of Object.entries(door.identify(raw.headers))) reply.raw.setHeader(name, value);
    const answer = door.answerHello({ headers: raw.headers, where: whereReached(raw), isDirect: isDirect(raw) });
    if (answer === null) return done();
    if (answer.proof !== null) nonces.give(raw.socket, answer.nonce);
    const headers: Record<string, string> = answer.proof === null ? {} : { 'x-tracker-proof': answer.proof };
    sendText(request, reply, { status: 200, contentType: 'application/json', text: answer.text, headers });
  });
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyDigest } = originOf(request);
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0;
    done(null, bodyDigest === undefined || !hasBody ? payload : checkDigest(payload as Readable, bodyDigest));
  });
}

function isDirect({ socket, headers, httpVersion }: IncomingMessage): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  );
  return httpVersion !== '1.0' && !isForwarded && isLoopback(plainAddress(socket.remoteAddress ?? 'unix:'));
}

/** Where this request reached the server: `tcp:8787`, or `unix:/path`. */
export function whereReached({ socket }: IncomingMessage): string {
  if (socket.localPort !== undefined) return `tcp:${socket.localPort}`;
  const address = (socket as Socket & { server?: Server }).server?.address();
  return `unix:${typeof address === 'string' ? address : ''}`;
}

/** Passes a body on, and ends it with an error when it is not the one that was signed. */
export function checkDigest(payload: Readable, digest: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      if (hash.digest('hex') === digest) return done();
      done(new Refusal('malformed', { message: 'The body is not the one that the edge signed.' }));
    },
  });
  payload.once('error', (error) => check.destroy(error));
  return payload.pipe(check);
}
