// needs: php
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { addressFile, addressFileText, keyFile, keyReader, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import type { EdgeKeys } from '../../src/platform/site/edge-signature.ts';
import { until } from '../until.ts';
import { findPart, phpPart } from './parts.ts';
import { startPhpServer } from './php.ts';
import { answerHello } from './proving-server.ts';

// The edges of both versions where the site's server lies in a private place and does not run.

interface Answer {
  /** 200, or the code of the problem. */
  readonly said: number | string;
  /** `Retry-After`; null where it cannot be seen. */
  readonly seconds: number | null;
  readonly tookMs: number;
}

interface Edge extends AsyncDisposable {
  readonly keys: EdgeKeys;
  readonly place: string;
  /** Calls as a client does. */
  send(method?: 'GET' | 'HEAD' | 'POST'): Promise<Answer>;
  /** Names a server in the settings, or none. */
  setServer(address: string): void;
}

/** A private place whose program notes that it was asked to keep the server running. */
function makePlace(folder: Record<string, unknown> = {}): string {
  const place = mkdtempSync(join(tmpdir(), 'tracker-waking-'));
  mkdirSync(join(place, 'program/1.0.0'), { recursive: true });
  writeFileSync(join(place, 'program/1.0.0/tracker'), '#!/bin/sh\necho "$*" >>asked\n', { mode: 0o755 });
  writeFileSync(join(place, 'program.txt'), '1.0.0\n');
  writeFileSync(join(place, 'folder.json'), JSON.stringify(folder));
  return place;
}

const sleeping = (place: string) => [`unix:${place}/data/edge.sock`, `unix:${place}/tracker.sock`];

async function openEdge5(folder?: Record<string, unknown>): Promise<Edge> {
  const place = makePlace(folder);
  const site = mkdtempSync(join(tmpdir(), 'tracker-edge-'));
  const acars = join(site, 'acars');
  cpSync(edgeSource, acars, { recursive: true });
  writeFileSync(join(acars, keyFile), newKeyFile());
  writeFileSync(join(acars, addressFile), addressFileText(sleeping(place)));
  writeFileSync(join(acars, '_tracker_place.php'), `<?php\nreturn array(\n    'place' => '${place}',\n);\n`);
  const php = await startPhpServer(site);
  return {
    keys: keyReader(site, new Secret('a password'))(),
    place,
    setServer(address) {
      const text = `<?php\ndefine('TRACKER_SERVER', '${address === '' ? 'AUTO' : address}');\n`;
      writeFileSync(join(acars, 'va_config.php'), text);
    },
    async send(method = 'GET') {
      const began = performance.now();
      const response = await fetch(`${php.url}/acars/status.php`, { method });
      const text = await response.text();
      const body = JSON.parse(text || '{}') as { error?: { code: string } };
      const seconds = response.headers.get('retry-after');
      return {
        said: body.error?.code ?? response.status,
        seconds: seconds === null ? null : Number(seconds),
        tookMs: performance.now() - began,
      };
    },
    async [Symbol.asyncDispose]() {
      await php[Symbol.asyncDispose]();
      for (const path of [site, place]) rmSync(path, { recursive: true });
    },
  };
}

async function openEdge7(folder?: Record<string, unknown>): Promise<Edge> {
  const place = makePlace(folder);
  const [php = ''] = findPart(phpPart);
  const appKey = 'a key of 32 bytes that both sides read';
  const storage = mkdtempSync(join(tmpdir(), 'tracker-module-'));
  mkdirSync(join(storage, 'app'));
  writeFileSync(join(storage, 'app/tracker-place.txt'), `${place}\n`);
  writeFileSync(join(storage, 'app/tracker-addresses.json'), JSON.stringify({ addresses: sleeping(place) }));
  let setting = '';
  return {
    keys: edgeKeys(new Secret(appKey)),
    place,
    setServer(address) {
      setting = address;
      writeFileSync(join(storage, 'app/tracker-address.txt'), address);
    },
    async send(method = 'GET') {
      const began = performance.now();
      const script = join(import.meta.dirname, 'phpvms7/forward.php');
      const child = spawn(php, [script, moduleSource, setting, appKey, storage]);
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stdin.end(JSON.stringify({ method, path: '/api/tracker/status' }));
      await once(child, 'close');
      const [said, , seconds] = JSON.parse(out) as readonly [number | string, unknown, unknown];
      return {
        said,
        seconds: typeof said === 'string' && typeof seconds === 'number' ? seconds : null,
        tookMs: performance.now() - began,
      };
    },
    async [Symbol.asyncDispose]() {
      for (const path of [storage, place]) rmSync(path, { recursive: true });
    },
  };
}

/** Listens as the place's server once the program was asked for it. */
async function serveWhenAsked(place: string, listener: RequestListener): Promise<AsyncDisposable> {
  await until(() => existsSync(join(place, 'asked')));
  return serve(place, listener);
}

async function serve(place: string, listener: RequestListener): Promise<AsyncDisposable> {
  const server = createServer(listener);
  server.listen(join(place, 'tracker.sock'));
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

for (const [name, open] of [
  ['phpVMS 5', openEdge5],
  ['phpVMS 7', openEdge7],
] as const) {
  suite(name, () => {
    test('a client’s call that finds no server starts it, waits, and is answered', async () => {
      await using edge = await open();
      const sent = edge.send();
      await using _server = await serveWhenAsked(edge.place, (request, response) => {
        if (!answerHello(request, response, edge.keys)) response.writeHead(200, { 'content-length': '2' }).end('{}');
      });
      assert.equal((await sent).said, 200);
      assert.equal((await edge.send()).said, 200);
    });

    test('a server that does not come up within eight seconds is 503, and the client is asked back in five', async () => {
      await using edge = await open();
      const { said, seconds, tookMs } = await edge.send();
      assert.equal(said, 'server-waking');
      assert.ok(Number(seconds) >= 5 && Number(seconds) <= 16, String(seconds));
      assert.ok(tookMs > 6_000, `${tookMs} ms`);
      assert.ok(existsSync(join(edge.place, 'asked')));
    });

    test('where cron starts the server nobody waits, and the client is asked back soon', async () => {
      await using edge = await open({ startBy: 'cron' });
      const { said, seconds } = await edge.send();
      assert.deepEqual([said, seconds], ['server-waking', 15]);
      assert.equal(existsSync(join(edge.place, 'asked')), false);
    });

    test('what only reads is answered by the next server where one is ended in the middle; what may have been done is asked for again soon', async () => {
      for (const method of ['GET', 'POST'] as const) {
        await using edge = await open();
        const asked: string[] = [];
        const ended = await serve(edge.place, (request, response) => {
          if (answerHello(request, response, edge.keys)) return;
          asked.push(request.method ?? '');
          // Half of an answer.
          response.writeHead(200, { 'content-length': '200' });
          response.write('{"success":', () => void ended[Symbol.asyncDispose]());
        });
        const sent = edge.send(method);
        if (method === 'GET') {
          await using _next = await serveWhenAsked(edge.place, (request, response) => {
            if (!answerHello(request, response, edge.keys))
              response.writeHead(200, { 'content-length': '2' }).end('{}');
          });
          assert.equal((await sent).said, 200);
        } else {
          const { said, seconds } = await sent;
          assert.deepEqual([said, seconds, asked], ['server-unreachable', 5, ['POST']]);
        }
      }
    });

    test('a server that is ended before it has said a word has got nothing: the next one is started, and gets the call', async () => {
      await using edge = await open();
      const ended = await serve(edge.place, () => void ended[Symbol.asyncDispose]());
      const sent = edge.send('POST');
      await using _next = await serveWhenAsked(edge.place, (request, response) => {
        if (!answerHello(request, response, edge.keys)) response.writeHead(200, { 'content-length': '2' }).end('{}');
      });
      assert.equal((await sent).said, 200);
    });

    test('an answer without a body is whole, however long it says that one would be', async () => {
      await using edge = await open();
      await using _server = await serve(edge.place, (request, response) => {
        if (!answerHello(request, response, edge.keys)) response.writeHead(200, { 'content-length': '200' }).end();
      });
      assert.equal((await edge.send('HEAD')).said, 200);
    });

    test('another server in the settings, or one that answers wrongly, is not what a start would mend', async () => {
      await using edge = await open();
      edge.setServer('127.0.0.1:1');
      assert.equal((await edge.send()).said, 'server-unreachable');
      edge.setServer('');
      await using _stranger = await serve(edge.place, (request, response) => {
        if (!answerHello(request, response, null)) response.end();
      });
      assert.equal((await edge.send()).said, 'server-unproven');
      assert.equal(existsSync(join(edge.place, 'asked')), false);
    });
  });
}
