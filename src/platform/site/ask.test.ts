import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createAsk, type Question } from './ask.ts';
import { SiteRequests } from './site-requests.ts';

/** Asks a site once that answers like this: the status, how often it was asked, and what stayed unanswered. */
async function askOnce(answer: (count: number) => number | 'breaks' | 'hangs', question: Question = {}) {
  let count = 0;
  const listener: RequestListener = (request, response) => {
    count += 1;
    const status = answer(count);
    if (status === 'breaks') request.socket.destroy();
    else if (status !== 'hangs') response.writeHead(status).end('a page');
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const unanswered = new Map<string, string>();
  const ask = createAsk({ unanswered, pausesMs: [0, 1, 1] });
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
    const reply = await ask(url, { timeoutMs: 30_000, ...question });
    return { status: reply?.status ?? null, count, why: [...unanswered.values()] };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const file: Question = { isOfFile: true };
/** Long enough for an answer of a busy machine. */
const hanging: Question = { timeoutMs: 2_000 };
const cases: readonly (readonly [
  what: string,
  answer: Parameters<typeof askOnce>[0],
  question: Question,
  expected: Awaited<ReturnType<typeof askOnce>>,
])[] = [
  ['an answer', () => 404, {}, { status: 404, count: 1, why: [] }],
  ['a connection that breaks once', (count) => (count === 1 ? 'breaks' : 200), {}, { status: 200, count: 2, why: [] }],
  ['no answer in time, once', (count) => (count === 1 ? 'hangs' : 200), hanging, { status: 200, count: 2, why: [] }],
  ['never an answer in time', () => 'hangs', hanging, { status: null, count: 3, why: ['no response in time'] }],
  ['always a connection that breaks', () => 'breaks', {}, { status: null, count: 4, why: ['ECONNRESET'] }],
  ['a busy server, of a page', () => 503, {}, { status: 503, count: 1, why: [] }],
  ['a busy server, of a file', (count) => (count < 3 ? 503 : 403), file, { status: 403, count: 3, why: [] }],
  ['a server that stays busy, of a file', () => 429, file, { status: null, count: 3, why: ['status 429'] }],
  ['nobody, where nobody has to be', () => 'breaks', { mayBeSilent: true }, { status: null, count: 2, why: [] }],
];
for (const [what, answer, question, expected] of cases)
  test(`asked: ${what}`, async () => assert.deepEqual(await askOnce(answer, question), expected));

test('a site that never answered is waited for three times, one that did for longer', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/there') response.writeHead(200).end();
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = createAsk({ pausesMs: [0, 1, 1] });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const counts: number[] = [];
  const count = async (path: string) => {
    asked.length = 0;
    await ask(`${url}${path}`);
    counts.push(asked.length);
  };
  for (let time = 0; time < 5; time++) await count('/gone');
  await count('/there');
  for (let time = 0; time < 17; time++) await count('/gone');
  server.close();
  assert.deepEqual(counts, [4, 4, 4, 2, 2, 1, ...Array.from({ length: 15 }, () => 4), 2, 2]);
});

test('once the run is over nothing is waited for, and nothing counts as unanswered', async () => {
  const unanswered = new Map<string, string>();
  const ask = createAsk({
    requests: new SiteRequests({ signal: AbortSignal.abort() }),
    unanswered,
    pausesMs: [60_000],
  });
  assert.deepEqual([await ask('http://127.0.0.1:1/'), unanswered.size], [null, 0]);
});
