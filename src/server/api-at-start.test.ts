import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createLogger } from '../lib/log.ts';
import { inspectApiAddress } from '../platform/phpvms7/own-calls.ts';
import { askApiAtStart } from './api-at-start.ts';

interface Case {
  readonly what: string;
  /** What the site answers, one request after the other; the last one ever after. Null: it closes the connection. */
  readonly answers: readonly (RequestListener | null)[];
  /** What the log says. */
  readonly logged: readonly RegExp[];
  readonly asked: number;
}

const redirect: RequestListener = (_request, response) =>
  void response.writeHead(301, { location: 'https://www.crew.example/api/status?k=1' }).end();
const api: RequestListener = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

const cases: readonly Case[] = [
  { what: 'the API', answers: [api], logged: [], asked: 1 },
  { what: 'a redirect', answers: [redirect], logged: [/^301 to https:\/\/www\.crew\.example$/], asked: 1 },
  { what: 'nothing at first, as after a boot', answers: [null, null, api], logged: [], asked: 3 },
  { what: 'nothing at first, then a redirect', answers: [null, redirect], logged: [/^301 to/], asked: 2 },
  { what: 'nothing', answers: [null], logged: [/ECONNRESET|socket hang up/], asked: 3 },
];

for (const { what, answers, logged, asked } of cases)
  test(`at start the crew center's own API is asked, and there is ${what}`, async () => {
    let count = 0;
    const server = createServer((request, response) => {
      const answer = answers[Math.min(count, answers.length - 1)] ?? null;
      count += 1;
      if (answer === null) request.socket.destroy();
      else answer(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const siteUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lines: { event: string; reason: string; remedy: string; level: string }[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const log = createLogger({ level: 'info', destination, isReadable: false });
    const over = Promise.withResolvers<void>();
    const inspectApi = async (requests: Parameters<typeof inspectApiAddress>[0]['requests']) => {
      const found = await inspectApiAddress({ siteUrl, requests });
      if (count === asked) setImmediate(over.resolve);
      return found;
    };
    const asking = askApiAtStart({ inspectApi }, log, [1, 1]);
    await over.promise;
    await asking[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
    assert.equal(count, asked);
    assert.equal(lines.length, logged.length);
    for (const [index, pattern] of logged.entries()) {
      assert.match(lines[index]?.reason ?? '', pattern);
      assert.deepEqual([lines[index]?.event, lines[index]?.level], ['api-not-reached', 'warn']);
      assert.match(lines[index]?.remedy ?? '', /APP_URL/);
    }
  });

test('a server that ends meanwhile does not wait for it', async () => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
    isReadable: false,
  });
  const found = { name: 'app-url-not-reached', subject: 'https://crew.example', evidence: 'ECONNREFUSED' } as const;
  const asking = askApiAtStart({ inspectApi: async () => found }, log, [600_000]);
  const started = performance.now();
  await asking[Symbol.asyncDispose]();
  assert.ok(performance.now() - started < 5_000);
  assert.deepEqual(lines, []);
});
