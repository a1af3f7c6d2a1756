import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openBodyBytes } from '../body.ts';
import type { BodyBudget } from '../body-budget.ts';
import { parseJson } from '../json.ts';
import type { RequestLog } from '../log-requests.ts';
import { type AnswerDirect, DirectConnection } from './direct-connection.ts';
import type { DirectRoutes, FoundRoute } from './direct-routes.ts';
import { DirectReply, DirectRequest } from './exchange.ts';

export interface DirectParts {
  readonly routes: DirectRoutes;
  readonly bodies: BodyBudget;
  newRequestId(): string;
  /** Notes the request's origin. Returns false for a request that must not be served: the framework says why. */
  admit(request: FastifyRequest): boolean;
  readonly log: RequestLog | null;
}

/** Answers under way, for which a server that closes must wait. */
export interface Direct {
  /** Settles when every request taken so far is answered. */
  settled(): Promise<void>;
}

/**
 * Answers plain whole requests to frequent routes without the framework and without Node's HTTP messages, which cost most of
 * a position. Each rule stays where it is: a request that is not admitted goes to the framework, which refuses it.
 */
export function openDirect(fastify: FastifyInstance, isTls: boolean, parts: DirectParts): Direct {
  const server = fastify.server as Server;
  const keepAliveS = Math.floor(server.keepAliveTimeout / 1_000);
  const connections = new WeakMap<Socket, DirectConnection<FoundRoute>>();
  const waiting = new Waiting();
  const find = parts.routes.find.bind(parts.routes);
  const answer: AnswerDirect<FoundRoute> = (socket, { route: found, head, body }, done) => {
    if (!isRead(socket) || body.length > openBodyBytes || !hasRoom(parts.bodies, body.length)) return false;
    const { route, params } = found;
    if (!route.isHere(head.headers)) return false;
    const routeOptions = { config: {}, bodyLimit: route.bodyLimit };
    const id = parts.newRequestId();
    const request = new DirectRequest(socket, head, { id, params, routeOptions });
    if (!parts.admit(request as unknown as FastifyRequest)) return false;
    const release = waiting.add();
    const began = parts.log === null ? 0 : performance.now();
    const reply = new DirectReply(socket, keepAliveS, (status) => {
      parts.log?.(request, status, performance.now() - began);
      release();
      done();
    });
    serve(found, body, request, reply);
    return true;
  };

  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    const [parse, ...others] = socket.listeners('data');
    // Node's own, which gives the bytes to its parser. Anything else is not what this was written for.
    if (parse === undefined || others.length > 0) return;
    const give = parse as (chunk: Buffer) => void;
    const connection = new DirectConnection(socket, give, find, answer);
    connections.set(socket, connection);
    socket.removeListener('data', give);
    socket.on('data', (chunk: Buffer) => connection.receive(chunk));
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.noteRequest(request, response),
  );
  return { settled: () => waiting.settled() };
}

/** Whether the client reads its answers. Of one that does not, Node reads no more for a while. */
function isRead({ writable, writableNeedDrain }: Socket): boolean {
  return writable && !writableNeedDrain;
}

/** Whether the budget has room for a body that is already here, and small enough not to be held. */
function hasRoom(bodies: BodyBudget, bytes: number): boolean {
  const lease = bodies.lease(true);
  const hasIt = lease.add(bytes);
  lease.release();
  return hasIt;
}

function serve({ route }: FoundRoute, body: Buffer, own: DirectRequest, ownReply: DirectReply): void {
  const [request, reply] = [own as unknown as FastifyRequest, ownReply as unknown as FastifyReply];
  const refuse = (error: unknown) => route.refuse(error, request, reply);
  const answer = () => {
    own.body = parseJson(body);
    return route.answer(request, reply);
  };
  try {
    const admitted = route.admit(request);
    if (admitted === undefined) void answer();
    else admitted.then(answer).catch(refuse);
  } catch (error) {
    refuse(error);
  }
}

/** Counts what is under way. */
class Waiting {
  #count = 0;
  #settled = Promise.withResolvers<void>();

  add(): () => void {
    if (this.#count === 0) this.#settled = Promise.withResolvers();
    this.#count += 1;
    return () => {
      this.#count -= 1;
      if (this.#count === 0) this.#settled.resolve();
    };
  }

  async settled(): Promise<void> {
    while (this.#count > 0) await this.#settled.promise;
  }
}
