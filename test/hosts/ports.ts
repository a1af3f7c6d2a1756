import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A port that was free just now, for programs that cannot tell which one they were given. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** True when something listens on this port, or on the unix socket of this path. */
export async function accepts(address: number | string): Promise<boolean> {
  const socket = typeof address === 'number' ? connect(address, '127.0.0.1') : connect(address);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
