import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { table } from '../lib/table.ts';

/** How long a client has to read the reason before its connection is closed. */
const lingerMs = 1_000;
/** How long responses to earlier requests of a connection are waited for. */
const earlierMs = 10_000;
const lateCode = 'ERR_HTTP_REQUEST_TIMEOUT';
const brokenStatuses = table<string>({
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  [lateCode]: '408 Request Timeout',
});
const malformed = 'This is not a valid HTTP request.';
const brokenMessages = table<string>({
  HPE_HEADER_OVERFLOW: 'The headers of this request are too long.',
  [lateCode]: 'This request did not arrive in time. Send it again.',
});

/** The response to the request that was read last on each connection, until both are over: an idle connection keeps nothing. */
const responses = new WeakMap<Socket, ServerResponse>();

/** Connections on which something was no HTTP: nothing that follows is read. */
const broken = new WeakSet<Socket>();

export function isBroken(socket: Socket): boolean {
  return broken.has(socket);
}

/** Notes the requests of a server, so that `answerBrokenHttp` knows whose rest it sees. Returns the same. */
export function noteRequests<Served extends { readonly server: Server }>(served: Served): Served {
  served.server.on('request', (request, response) => {
    const { socket } = request;
    responses.set(socket, response);
    response.once('close', () => {
      if (request.complete && responses.get(socket) === response) responses.delete(socket);
    });
  });
  return served;
}

/**
 * Handles data that is not HTTP, which never becomes a request: closes the connection even if the client does not. The
 * reason is sent once and in its turn: after the responses to earlier requests, and not when the broken data is the rest
 * of a request that has its response. A second one would be read as the response to the next request.
 *
 * Nothing is said on a connection on which nothing came: its client may be about to send, and would take the reason for the
 * response to a good request. `openDirect` ensures that: Node hears of a connection with its first bytes, and counts from then on.
 */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (broken.has(socket)) return;
  broken.add(socket);
  const response = responses.get(socket);
  // Its own body is what is broken, and it has no response yet: this is the one.
  const isUnanswered = response?.req.complete === false && !response.headersSent && response.socket === socket;
  const text = isUnanswered || response?.req.complete !== false ? reasonOf(error) : '';
  if (response === undefined || isUnanswered || response.writableFinished) {
    close(socket, text);
    return;
  }
  response.once('close', () => close(socket, text));
  setTimeout(() => socket.destroy(), earlierMs).unref();
}

function reasonOf({ code }: NodeJS.ErrnoException): string {
  const status = brokenStatuses[code ?? ''] ?? '400 Bad Request';
  const message = brokenMessages[code ?? ''] ?? malformed;
  const body = JSON.stringify({ success: false, error: { code: 'malformed', message } });
  return `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
}

function close(socket: Socket, text: string): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
