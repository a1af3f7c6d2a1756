import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ReportAnswer, SentReport } from '../elsewhere.ts';
import { type AnswerDirect, DirectConnection } from './direct-connection.ts';
import type { FoundRoute } from './direct-routes.ts';
import { type DirectParts, Exchanges } from './exchanges.ts';
import { readShared } from './shared-buffer.ts';

export interface Direct {
  /** Answers a report that another server of ours sent on. */
  answer(report: SentReport, done: (answer: ReportAnswer) => void): void;
  /** Whether a connection has answered a request and has none, and Node's server does not know of it. */
  isIdle(socket: Socket): boolean;
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
  const connections = new Map<Socket, DirectConnection<FoundRoute>>();
  const find = parts.routes.find.bind(parts.routes);
  const answer: AnswerDirect<FoundRoute> = (socket, request, done) =>
    isRead(socket) && exchanges.ofClient(socket, request, done);
  const takeOver = takeOverLater(server, isTls ? 'secureConnection' : 'connection', (socket) => {
    const receive = (chunk: Buffer) => connection.receive(chunk);
    const connection = new DirectConnection(socket, () => takeOver(socket, receive), find, answer);
    connections.set(socket, connection);
    if (!isTls) readShared(socket, receive);
    socket.on('data', receive).on('end', endToo).on('error', ignore).on('close', forget);
  });
  function forget(this: Socket): void {
    connections.delete(this);
  }
  closeWithServer(server, connections);

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
    isIdle: (socket) => connections.get(socket)?.isIdle === true,
    settled: () => exchanges.settled(),
  };
}

type Receive = (chunk: Buffer) => void;

/**
 * Keeps Node's HTTP server from its new connections: its parser and what goes with it take 10 KB of memory for each, and a
 * connection on which only reports come needs none of it. Returns what makes a connection Node's, and what gives bytes to its parser then.
 * @param accepted - what the server emits for each
 * @param onNew - called with it
 * @throws Error where Node's server does not take a connection over as this needs it: better at start than at a request
 */
function takeOverLater(
  server: Server,
  accepted: 'connection' | 'secureConnection',
  onNew: (socket: Socket) => void,
): (socket: Socket, receive: Receive) => Receive {
  const [nodes] = server.listeners(accepted) as ((socket: Socket) => void)[];
  if (nodes === undefined) throw new Error(`Node's HTTP server does not hear of each ${accepted}`);
  const attach = (socket: Socket): Receive | undefined => {
    nodes.call(server, socket);
    return (socket.listeners('data') as Receive[])[0];
  };
  proveReading(attach);
  server.removeListener(accepted, nodes);
  server.prependListener(accepted, onNew);
  return (socket, receive) => {
    socket.removeListener('data', receive).removeListener('end', endToo);
    const parse = attach(socket);
    if (parse === undefined) {
      // Proved at start. An error here, where bytes have come, would end the server for all.
      socket.destroy();
      return ignore;
    }
    // Only now, so that Node sees a listener of others come, and reads from the connection in JavaScript.
    socket.removeListener('data', parse).on('data', receive);
    return parse;
  };
}

/** Makes one connection Node's that nobody else has. */
function proveReading(attach: (socket: Socket) => Receive | undefined): void {
  const [near] = duplexPair();
  const parse = attach(near as Socket);
  near.destroy();
  if (parse === undefined) throw new Error("Node's HTTP server does not read from a connection");
}

/** As Node's server does: a client that ends its side gets no further answer. */
function endToo(this: Socket): void {
  this.end();
}

function ignore(): void {}

/** A server closes the connections of its own that are idle when it closes, and again until it is closed. */
function closeWithServer(server: Server, connections: ReadonlyMap<Socket, DirectConnection<FoundRoute>>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeAll = server.closeAllConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    for (const [socket, connection] of connections) if (connection.isIdle) socket.destroy();
  };
  server.closeAllConnections = () => {
    closeAll();
    for (const socket of connections.keys()) socket.destroy();
  };
}

/** Whether the client reads its answers. Of one that does not, Node reads no more for a while. */
function isRead({ writable, writableNeedDrain }: Socket): boolean {
  return writable && !writableNeedDrain;
}
