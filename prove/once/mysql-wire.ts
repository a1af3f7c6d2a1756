import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { MysqlAddress } from '../../src/lib/mysql.ts';
import type { Steps } from './steps.ts';

export interface Wire<Address> extends AsyncDisposable {
  readonly address: Address;
}

/** MySQL's protocol: the commands that make the server do something. */
const statements: Readonly<Record<number, string>> = { 3: 'query', 23: 'execute' };
const headBytes = 4;

/** A line between an adapter and its MariaDB that counts statements and breaks one. */
export async function openMysqlWire(to: MysqlAddress['server'], steps: Steps): Promise<Wire<MysqlAddress['server']>> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const host = 'socketPath' in to ? connect(to.socketPath) : connect(to.port, to.host);
    for (const socket of [client, host]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
    join(client, host, steps);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: '127.0.0.1', port },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

function join(client: Socket, host: Socket, steps: Steps): void {
  let waiting: Buffer = Buffer.alloc(0);
  let isLast = false;
  const breakOff = () => {
    // A process that has crashed has closed its connections too: what was not committed is rolled back.
    host.destroy();
    if (steps.breakOff() === 'close') client.destroy();
  };
  client.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (steps.pause === null) take();
    else void steps.pause.then(take);
  });
  const take = () => {
    for (let packet = firstPacket(waiting); packet !== null; packet = firstPacket(waiting)) {
      waiting = waiting.subarray(packet.length);
      if (steps.isDead) return host.destroy();
      const name = packet[3] === 0 ? statements[packet[headBytes] ?? 0] : undefined;
      const fate = name === undefined ? 'passes' : steps.next(name);
      if (fate === 'before') return breakOff();
      isLast ||= fate === 'after';
      const held = packet;
      if (steps.pause !== null) return void steps.pause.then(() => host.write(held)).then(take);
      host.write(packet);
    }
  };
  host.on('data', (chunk) => {
    const give = () => {
      if (isLast) breakOff();
      else if (!steps.isDead) client.write(chunk);
    };
    if (steps.pause === null) give();
    else void steps.pause.then(give);
  });
  client.on('close', () => host.destroy());
  host.on('close', () => {
    if (!steps.isDead) client.destroy();
  });
}

/** A whole packet: three bytes of length, one of its number, the payload. */
function firstPacket(bytes: Buffer): Buffer | null {
  if (bytes.length < headBytes) return null;
  const end = headBytes + bytes.readUIntLE(0, 3);
  return bytes.length < end ? null : bytes.subarray(0, end);
}

/** Whether a connection to this MariaDB waits for a lock that another one holds: a named one, or that of a row. */
export async function isLockAwaited(ask: (statement: string) => Promise<readonly unknown[]>): Promise<boolean> {
  const found = await ask(
    `SELECT 1 FROM information_schema.processlist WHERE state = 'User lock'
     UNION ALL SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'`,
  );
  return found.length > 0;
}
