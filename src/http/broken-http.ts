import type { Socket } from 'node:net';

/** How long a client has to read the reason before its connection is closed. */
const lingerMs = 1_000;
const brokenStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Handles data that is not HTTP, which never becomes a request: closes the connection even if the client does not. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = brokenStatuses[error.code ?? ''] ?? '400 Bad Request';
  const body = '{"success":false,"error":{"code":"malformed","message":"This is not a valid HTTP request."}}';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
