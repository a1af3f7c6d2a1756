import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Secret } from '../../lib/secret.ts';
import { isRefusal, type RefusalCode } from '../../tracking/refusals.ts';
import { createOwnApi } from './own-api.ts';
import { Rest } from './rest.ts';

const key = 'k'.repeat(20);

/** The REST API of a site whose answers the test writes. */
async function site(answer: (url: string, headers: Readonly<Record<string, unknown>>) => [number, string]) {
  const seen: { readonly url: string; readonly key: unknown; readonly body: string }[] = [];
  let running = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++running);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ url: `${request.method} ${request.url}`, key: request.headers['x-api-key'], body });
    const [status, text] = answer(request.url ?? '', request.headers);
    running -= 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rest = new Rest(`http://127.0.0.1:${(server.address() as AddressInfo).port}/va`, null);
  const api = createOwnApi(rest, { restKey: async () => new Secret(key) }, { findOwner: async () => null });
  return {
    api,
    seen,
    most: () => most,
    async [Symbol.asyncDispose]() {
      rest.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const problem = (slug: string) => JSON.stringify({ type: `https://phpvms.net/errors/${slug}`, title: `no ${key}` });
const read = { method: 'GET', path: '/flights?limit=2', body: null } as const;

test('a pilot’s request goes with the pilot’s key, a public one without', async () => {
  await using world = await site(() => [200, '{"data":[]}']);
  assert.deepEqual(await world.api.ask('2', read), { status: 200, body: '{"data":[]}' });
  await world.api.ask(null, { ...read, path: '/news' });
  await world.api.ask('2', { method: 'DELETE', path: '/user/bids', body: { bid_id: 7 } });
  assert.deepEqual(world.seen, [
    { url: 'GET /va/api/flights?limit=2', key, body: '' },
    { url: 'GET /va/api/news', key: undefined, body: '' },
    { url: 'DELETE /va/api/user/bids', key, body: '{"bid_id":7}' },
  ]);
});

for (const [status, text] of [
  [404, problem('not-found')],
  [409, problem('bid-exists')],
  [403, problem('unauthorized')],
  [400, problem('validation-exception')],
  [405, problem('http-exception')],
] as const)
  test(`a no of the host is passed on without the key: ${status}`, async () => {
    await using world = await site(() => [status, text]);
    const answer = await world.api.ask('2', read);
    assert.equal(answer.status, status);
    assert.equal(answer.body, text.replace(key, '[secret]'));
  });

const failures: readonly (readonly [string, number, string, RefusalCode])[] = [
  ['a key that is not accepted', 401, `{"error":{"message":"${key}"}}`, 'pilot-not-allowed'],
  ['an error in PHP', 503, problem('internal-error'), 'crew-center-refused'],
  ['maintenance', 503, problem('http-exception'), 'crew-center-unavailable'],
  ['a page of a proxy', 502, '<html>', 'crew-center-unavailable'],
  ['too many requests', 429, '{}', 'crew-center-unavailable'],
  ['a redirect', 301, '{}', 'crew-center-unavailable'],
  ['a page with 200', 200, '<html>', 'crew-center-unavailable'],
];
for (const [name, status, text, code] of failures)
  test(`${name}: ${code}`, async () => {
    await using world = await site(() => [status, text]);
    await assert.rejects(world.api.ask('2', read), (error) => isRefusal(error, code) && !error.message.includes(key));
  });

const outside = [
  ...['/flights/../user', '/flights/%2e%2E/user', '/./user', '/flights/..', '//user', '/flights//user', '/flights/'],
  ...['/pireps/x%2fcancel', '/pireps/x%2Fcancel/update', '/pireps/..%2fuser', '/pireps/..%5Cuser', '/pireps/x%5cy'],
  ...[
    '/pireps/x%00',
    '/pireps/x%0a',
    '/pireps/%E2%80%8Bx',
    '/pireps/x%',
    '/pireps/%ff',
    '/pireps/x%252f',
    '/pireps/x;y',
  ],
  ...['/pireps/x%3fa=1', '/pireps/x#y', 'http://elsewhere.example/', '/\\\\elsewhere.example/x', '/pireps/é'],
];
for (const path of outside)
  test(`no path leads out of the API: ${path}`, async () => {
    await using world = await site(() => [200, '{}']);
    await assert.rejects(world.api.ask('2', { ...read, path }), (error) => isRefusal(error, 'crew-center-refused'));
    assert.deepEqual(world.seen, []);
    await world.api.ask('2', { ...read, path: '/airports/search?search=..' });
    assert.equal(world.seen.length, 1);
  });

test('one request is at the host at a time, and a queue that is full is said at once', async () => {
  await using world = await site(() => [200, '{}']);
  const asked = Array.from({ length: 70 }, () => world.api.ask('2', read));
  const ended = await Promise.allSettled(asked);
  assert.equal(world.most(), 1);
  assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 64);
  for (const each of ended)
    assert.ok(each.status === 'fulfilled' || isRefusal(each.reason, 'server-busy'), 'another error');
  assert.equal((await world.api.ask('2', read)).status, 200);
});

test('strangers who ask much leave pilots their places in the queue', async () => {
  await using world = await site(() => [200, '{}']);
  const strangers = Array.from({ length: 70 }, () => world.api.ask(null, read));
  const pilot = world.api.ask('2', read);
  const ended = await Promise.allSettled(strangers);
  assert.equal((await pilot).status, 200);
  assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 8);
});
