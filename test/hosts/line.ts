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
  /** From now on nothing arrives, and nobody is told: as behind a cable that was pulled. */
  silence(): void;
  /** Cuts the line once, when the client sends this text: before the server gets it, or as soon as the server answers it. */
  cutAt(text: string, when: 'before' | 'answered'): void;
  /** Whether that has happened. */
  readonly wasCut: boolean;
}

/** @param path the server's socket */
export async function openLine(path: string): Promise<Line> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-line-'));
  const own = join(directory, 'socket');
  const sockets = new Set<Socket>();
  let isCut = false;
  let wasCut = false;
  let isSilent = false;
  let trap: { readonly text: string; readonly when: 'before' | 'answered' } | null = null;
  /** What is sent, unless it is what the test waits for. */
  const watch = (from: Socket, to: Socket) => {
    let isCaught = false;
    const end = () => {
      wasCut = true;
      from.destroy();
    };
    from.on('data', (data) => {
      if (isSilent) return;
      const caught = trap;
      isCaught = caught !== null && data.includes(caught.text);
      if (isCaught) trap = null;
      if (isCaught && caught?.when === 'before') return end();
      to.write(data);
    });
    to.on('data', (data) => (isCaught ? end() : isSilent || from.write(data)));
  };
  const server = createServer((from) => {
    if (isCut) return void from.destroy();
    const to = connect(path);
    watch(from, to);
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
    get wasCut() {
      return wasCut;
    },
    cutAt: (text, when) => {
      trap = { text, when };
    },
    mend: () => {
      // What was lost is missing in the connections of then.
      if (isSilent) cut();
      isCut = false;
      isSilent = false;
    },
    silence: () => {
      isSilent = true;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
