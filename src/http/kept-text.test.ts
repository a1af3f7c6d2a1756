import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { hasTag } from '../lib/etag.ts';
import { decorateExchange } from './exchange.ts';
import { KeptText } from './kept-text.ts';

test('a document is compressed once, and not sent to who has it', async () => {
  const text = 'a long document '.repeat(400);
  const kept = new KeptText(text);
  await using server = fastify();
  decorateExchange(server);
  server.get('/', async (request, reply) => {
    await kept.send(request, reply, 'text/plain', { 'cache-control': 'no-cache' });
    return reply;
  });
  const ask = (headers: Record<string, string>) => server.inject({ url: '/', headers });
  const plain = await ask({});
  assert.equal(plain.body, text);
  assert.equal(plain.headers.vary, 'accept-encoding');
  const packed = await ask({ 'accept-encoding': 'gzip' });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(packed.headers['content-type'], 'text/plain');
  assert.equal(gunzipSync(packed.rawPayload).toString(), text);
  const etag = String(plain.headers.etag);
  assert.equal(packed.headers.etag, etag);
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const { statusCode, body, headers } = await ask({ 'if-none-match': sent, 'accept-encoding': 'gzip' });
    assert.deepEqual([statusCode, body, headers.etag], [304, '', etag]);
  }
  assert.equal((await ask({ 'if-none-match': '"other"' })).statusCode, 200);
  assert.equal(hasTag(undefined, etag), false);
});
