import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ReportAnswer, SentReport } from '../elsewhere.ts';
import { type AnswerDirect, DirectConnection } from './direct-connection.ts';
import type { FoundRoute } from './direct-routes.ts';
import { type DirectParts, Exchanges } from './exchanges.ts';

export interface Direct {
  /** Answers a report that another server of ours sent on. */
  answer(report: SentReport, done: (answer: ReportAnswer) => void): void;
  /** Settles when every request taken so far is answered. */
  settled(): Promise<void>;
}

/**
 * Answers plain whole requests to frequent routes without the framework and without Node's HTTP messages, which cost most of
 * a position. Each rule stays where it is: a request that is not admitted goes to the framework, which refuses it.
 * To be called before anything else hears of a request: those of one connection are begun one after the other.
 */
export function openDirect(fastify: FastifyInstance, isTls: boolean, parts: DirectParts): Direct {
  const server = fastify.server as Server;
  const exchanges = new Exchanges(parts, Math.floor(server.keepAliveTimeout / 1_000));
  const connections = new WeakMap<Socket, DirectConnection<FoundRoute>>();
  const find = parts.routes.find.bind(parts.routes);
  const answer: AnswerDirect<FoundRoute> = (socket, request, done) =>
    isRead(socket) && exchanges.ofClient(socket, request, done);

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
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    const connection = connections.get(raw.socket);
    if (connection === undefined) done();
    else connection.inTurn(done);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.noteRequest(request, response),
  );
  return {
    answer: (report, done) => exchanges.ofPeer(report, done),
    settled: () => exchanges.settled(),
  };
}

/** Whether the client reads its answers. Of one that does not, Node reads no more for a while. */
function isRead({ writable, writableNeedDrain }: Socket): boolean {
  return writable && !writableNeedDrain;
}
