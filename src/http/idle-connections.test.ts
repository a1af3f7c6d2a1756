import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { closeIdleConnections, idleTimeoutMs } from './idle-connections.ts';

test('a connection on which nothing moves is closed, one that moves is kept', async () => {
  const clock = new ManualClock(0);
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  closeIdleConnections(server, false, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const idle = await open();
  const busy = await open();
  const closed = once(idle.near, 'close');
  for (let passed = 0; passed < idleTimeoutMs + 20_000; passed += 10_000) {
    const received = once(busy.far, 'data');
    busy.near.write('x');
    await received;
    await clock.advance(10_000);
  }
  await closed;
  assert.equal(busy.near.destroyed, false);
  busy.near.destroy();
  server.close();
  await once(server, 'close');

  async function open(): Promise<{ near: Socket; far: Socket }> {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const near = connect(port, '127.0.0.1').on('error', () => undefined);
    const [far] = await accepted;
    return { near, far };
  }
});
