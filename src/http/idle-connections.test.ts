import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { closeIdleConnections, idleTimeoutMs, silentTimeoutMs } from './idle-connections.ts';

test('a connection on which nothing moves is closed, sooner where nothing has ever come; one that moves is kept', async () => {
  const clock = new ManualClock(0);
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  closeIdleConnections(server, false, clock);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const silent = await open();
  const idle = await open();
  const busy = await open();
  await say(idle);
  const closed = [once(silent.near, 'close'), once(idle.near, 'close')] as const;
  await speakFor(silentTimeoutMs + 20_000);
  await closed[0];
  assert.equal(idle.far.destroyed, false);
  await speakFor(idleTimeoutMs - silentTimeoutMs);
  await closed[1];
  assert.equal(busy.near.destroyed, false);
  busy.near.destroy();
  server.close();
  await once(server, 'close');

  async function say({ near, far }: { near: Socket; far: Socket }): Promise<void> {
    const received = once(far, 'data');
    near.write('x');
    await received;
  }

  async function speakFor(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10_000) {
      await say(busy);
      await clock.advance(10_000);
    }
  }

  async function open(): Promise<{ near: Socket; far: Socket }> {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const near = connect(port, '127.0.0.1').on('error', () => undefined);
    const [far] = await accepted;
    return { near, far };
  }
});
