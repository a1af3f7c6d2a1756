import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The line between a client and a server's socket, which a test can cut: as a dead machine, or a network that is gone. */
export interface Line extends AsyncDisposable {
  /** Path of the socket that leads to the server. */
  readonly path: string;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
}

/** @param path the server's socket */
export async function openLine(path: string): Promise<Line> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-line-'));
  const own = join(directory, 'socket');
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    if (isCut) return void from.destroy();
    const to = connect(path);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(own);
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    path: own,
    cut,
    mend: () => {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
