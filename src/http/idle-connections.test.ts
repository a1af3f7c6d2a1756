import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { ManualClock } from '../../test/manual-clock.ts';
import { closeIdleConnections, idleTimeoutMs, silentTimeoutMs } from './idle-connections.ts';

test('a connection on which nothing moves is closed, sooner between two requests and where nothing has ever come; one that moves is kept', async () => {
  const clock = new ManualClock(0);
  const sockets = createServer((socket) => socket.on('error', () => undefined).resume());
  const server = Object.assign(sockets, { keepAliveTimeout: 75_000 });
  closeIdleConnections(server, false, clock, (socket) => socket === answered.far);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const silent = await open();
  const idle = await open();
  const busy = await open();
  const answered = await open();
  await say(idle);
  await say(answered);
  const closed = [silent, answered, idle].map(({ near }) => once(near, 'close'));
  await speakFor(silentTimeoutMs + 10_000);
  await closed[0];
  assert.equal(answered.far.destroyed, false);
  await speakFor(20_000);
  await closed[1];
  assert.equal(idle.far.destroyed, false);
  await speakFor(idleTimeoutMs - silentTimeoutMs - 10_000);
  await closed[2];
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
