import type { Server as HttpServer } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Clock } from '../lib/clock.ts';

/** A connection on which nothing moves for this long is closed: also one whose client does not read its answer. */
export const idleTimeoutMs = 120_000;
/** One on which nothing has ever come: browsers open some ahead. Node's limits of headers and requests begin with the first byte. */
export const silentTimeoutMs = 60_000;
/** How much longer than answers say that one is kept between two requests, so that none meets a closed one. */
const keptMarginMs = 5_000;
const checkEveryMs = 10_000;

/** What has moved on a connection, and how many checks have found nothing new since. */
interface Movement {
  bytes: number;
  checksSince: number;
}

/**
 * Closes idle connections of a server until the server closes. All of them are checked every ten seconds: a timer for
 * each, as `server.timeout` sets one, is created again for every request.
 * @param clock - of the machine: clients and the network between live in no other time
 * @param isBetween - whether a connection is between two requests and Node does not close it after the server's `keepAliveTimeout`
 */
export function closeIdleConnections(
  server: Server & Pick<HttpServer, 'keepAliveTimeout'>,
  isTls: boolean,
  clock: Clock,
  isBetween: (socket: Socket) => boolean,
): void {
  const movements = new Map<Socket, Movement>();
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    movements.set(socket, { bytes: 0, checksSince: 0 });
    timer ??= clock.after(checkEveryMs, check);
    socket.on('close', forget);
  });
  function forget(this: Socket): void {
    movements.delete(this);
  }
  let timer: Disposable | null = null;
  server.once('close', () => timer?.[Symbol.dispose]());

  function check(): void {
    for (const [socket, movement] of movements) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      if (bytes !== movement.bytes) {
        movement.bytes = bytes;
        movement.checksSince = 0;
        continue;
      }
      movement.checksSince += 1;
      if (movement.checksSince * checkEveryMs >= limitMsOf(socket)) socket.destroy();
    }
    timer = movements.size === 0 ? null : clock.after(checkEveryMs, check);
  }

  function limitMsOf(socket: Socket): number {
    if (socket.bytesRead === 0) return silentTimeoutMs;
    return isBetween(socket) ? server.keepAliveTimeout + keptMarginMs : idleTimeoutMs;
  }
}

const closeEveryMs = 50;

/**
 * Closes a server, and the connections whose request was in progress when that began once it is answered. Node closes those
 * that are idle at that moment; the others would be kept open for as long as a connection may be idle.
 */
export async function closeAfterAnswers(opened: {
  readonly server: Pick<HttpServer, 'closeIdleConnections'>;
  close(): PromiseLike<unknown>;
}): Promise<void> {
  const timer = setInterval(() => opened.server.closeIdleConnections(), closeEveryMs);
  try {
    await opened.close();
  } finally {
    clearInterval(timer);
  }
}
