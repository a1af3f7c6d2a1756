import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createAsk } from '../../site/ask.ts';
import type { Subject } from '../subject.ts';
import { transport } from './transport.ts';

/** A site whose clock is so many seconds off. */
async function look(secondsOff: number): Promise<readonly string[]> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('date', new Date(Date.now() + secondsOff * 1_000).toUTCString()).end('a page');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const subject = { url, isReachable: true, ask: createAsk(), kit: { finishPath: '/finish' } } as unknown as Subject;
  try {
    return (await transport.run(subject)).map(({ name, evidence }) => `${name}: ${evidence}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a site whose clock is more than a minute off is reported', async () => {
  assert.deepEqual(await look(0), []);
  assert.deepEqual(await look(-30), []);
  assert.match((await look(3_600)).join(), /^clock-wrong: the site’s clock is 3(?:599|600|601) s off$/);
});
