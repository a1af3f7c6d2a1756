import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The network between one server and one port: it can be cut, and mended. */
export interface Gate extends AsyncDisposable {
  readonly port: number;
  /** Nothing gets through any more, and nobody is told: what was sent waits, as packets that are lost. */
  cut(): void;
  mend(): void;
}

/** @param target - port on 127.0.0.1 */
export async function openGate(target: number): Promise<Gate> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const server = createServer((from) => {
    const pair = [from, connect(target, '127.0.0.1')] as const;
    pairs.add(pair);
    for (const [socket, other] of [pair, [pair[1], pair[0]] as const]) {
      socket.setNoDelay(true);
      socket.on('data', (data) => void other.write(data));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        if (!isCut) other.destroy();
      });
    }
    if (isCut) for (const socket of pair) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      each((socket) => socket.pause());
    },
    mend() {
      isCut = false;
      // A side that gave up meanwhile ends the other one.
      each((socket) => socket.resume());
    },
    async [Symbol.asyncDispose]() {
      each((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
