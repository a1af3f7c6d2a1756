import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Origin } from '../http/origin.ts';
import { noteSentOn } from '../http/sent-on.ts';
import type { Secret } from '../lib/secret.ts';
import { digest } from '../lib/tokens.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { callPath, originHeader, peerHeader, reportsPath } from './peer.ts';
import { type AnswerReport, answerReports } from './reports/answer-reports.ts';
import { type CallAnswer, decodeValue, encodeValue } from './wire.ts';

/** What peers may call, by name. */
export type PeerMethods = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Where a server listens for its peers. */
export interface DoorTarget {
  readonly host: string;
  /** 0: the system chooses. */
  readonly port: number;
  readonly tls: { key: string | Buffer; cert: string | Buffer } | null;
}

export interface DoorNeeds {
  readonly secret: Secret;
  readonly methods: PeerMethods;
  /** Answers a request that a peer sent on, as one of a client. */
  readonly route: RequestListener;
  /** Answers a report that came by the stream for them. */
  readonly answerReport: AnswerReport;
  readonly onError: (error: unknown) => void;
}

type CallNeeds = Omit<DoorNeeds, 'answerReport'>;

/** Maximum size of the arguments of a call, and of its result at the other side. */
const maxCallBytes = 64 * 1024 * 1024;

/** How long a stream may be silent before the network asks whether the other side is still there. */
const keepAliveMs = 30_000;

/** Returns what answers the requests of other servers, however they come in. */
export function createDoorListener(needs: CallNeeds): RequestListener {
  return (request, response) => {
    answer(request, response, needs).catch((error: unknown) => {
      needs.onError(error);
      response.destroy();
    });
  };
}

/**
 * The door for other servers of ours: calls, and requests of clients that they send on. It is not for clients: callers that
 * do not know the secret are refused.
 */
export async function openDoor(
  target: DoorTarget,
  needs: DoorNeeds,
): Promise<AsyncDisposable & { readonly port: number }> {
  const listener = createDoorListener(needs);
  const { host, port, tls } = target;
  const server = tls === null ? createServer(listener) : createTlsServer({ ...tls }, listener);
  server.keepAliveTimeout = 75_000;
  const streams = new Set<Duplex>();
  server.on('upgrade', (request, stream: Duplex) => {
    if (!takesStream(request, stream, needs)) return;
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
  });
  server.listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const stream of streams) stream.destroy();
      await closed;
    },
  };
}

/** Makes a connection the stream of reports if it comes from a server of ours, else refuses it and closes it. */
function takesStream(request: IncomingMessage, stream: Duplex, needs: DoorNeeds): boolean {
  const isKnown = knows(request, needs.secret) && request.url === reportsPath;
  stream.on('error', () => stream.destroy());
  if (isKnown) {
    // Else the stream of a machine that vanished would stay for ever.
    request.socket.setKeepAlive(true, keepAliveMs);
    stream.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: tracker-stream\r\n\r\n');
    answerReports(stream, needs.answerReport, needs.onError);
  } else {
    // Who is not one of ours may never close it, and no limit of Node's counts for it any more.
    stream.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n', () => stream.destroy());
  }
  return isKnown;
}

async function answer(request: IncomingMessage, response: ServerResponse, needs: CallNeeds): Promise<void> {
  if (!knows(request, needs.secret)) {
    // The header tells a peer with another secret that this is no answer to its client.
    response.writeHead(403, { [peerHeader]: 'refused' }).end();
    return;
  }
  const origin = request.headers[originHeader];
  if (request.url === callPath && origin === undefined) return answerCall(request, response, needs);
  noteSentOn(request, JSON.parse(String(origin)) as Origin);
  needs.route(request, response);
}

function knows(request: IncomingMessage, secret: Secret): boolean {
  const given = request.headers[peerHeader];
  if (typeof given !== 'string') return false;
  // Digests, because both must be of one length.
  return timingSafeEqual(Buffer.from(digest(given)), Buffer.from(digest(secret.reveal())));
}

async function answerCall(request: IncomingMessage, response: ServerResponse, needs: CallNeeds): Promise<void> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxCallBytes) return void response.writeHead(413).end();
    chunks.push(chunk);
  }
  const { method, args } = decodeValue(Buffer.concat(chunks).toString()) as { method: string; args: never[] };
  const body = encodeValue(await run(needs, method, args));
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

async function run({ methods, onError }: CallNeeds, name: string, args: never[]): Promise<CallAnswer> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) return { bug: `the method ${name} is unknown: the servers are of different versions` };
  try {
    return { result: (await method(...args)) ?? null };
  } catch (error) {
    if (isRefusal(error)) return { refusal: { code: error.code, detail: error.detail } };
    onError(error);
    return { bug: `${name} failed, see its log` };
  }
}
