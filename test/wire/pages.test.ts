import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '../world.ts';

// The pages behind the server's own rules: what is refused before a page is reached is told by a page too.

const address = '198.51.100.7';

async function open() {
  const world = await World.with({ isServed: true });
  const { http } = world.server;
  return {
    http,
    logLines: world.logLines,
    get: (url: string, remoteAddress: string, host: string) =>
      http.fastify.inject({ url, remoteAddress, headers: { host } }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

test('a page asked for by plain http from elsewhere is refused as the contract’s calls are, in words', async () => {
  await using pages = await open();
  for (const url of ['/tracker/', '/tracker/operator/', '/tracker/nowhere']) {
    const { statusCode, body, headers } = await pages.get(url, address, 'va.example');
    assert.equal(statusCode, 403, url);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(body, /HTTPS is required/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
  assert.equal((await pages.get('/tracker/', '127.0.0.1', '127.0.0.1')).statusCode, 200);
});

test('while the server restarts a page says so, and nothing is logged as a failure', async () => {
  await using pages = await open();
  pages.http.drain();
  const { statusCode, body, headers } = await pages.get('/tracker/', '127.0.0.1', '127.0.0.1');
  assert.equal(statusCode, 503);
  assert.equal(headers['retry-after'], '2');
  assert.match(body, /The server is restarting/);
  assert.deepEqual(pages.logLines, []);
});
