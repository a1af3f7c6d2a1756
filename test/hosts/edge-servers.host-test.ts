// needs: php
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { Secret } from '../../src/lib/secret.ts';
import { edgeSource, sampleFile } from '../../src/platform/phpvms5/edge-files.ts';
import { keyFile, keyReader, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import type { EdgeKeys } from '../../src/platform/site/edge-signature.ts';
import { findPart, phpPart } from './parts.ts';
import { startPhpServer } from './php.ts';
import { freePort } from './ports.ts';
import { answerHello } from './proving-server.ts';

// The edges of both versions with the addresses of several servers that share a journal.

type Send = (addresses: readonly string[], method: 'GET' | 'POST') => Promise<number>;

interface Edge extends AsyncDisposable {
  readonly keys: EdgeKeys;
  /** Returns the status that a visitor gets. */
  readonly send: Send;
}

interface Behaviour {
  /** Status of the answer to a greeting; `stranger`: it does not prove itself. */
  readonly hello?: 200 | 503 | 'stranger';
  readonly status: number;
  /** It takes a request, and its answer never comes. */
  readonly breaksOff?: boolean;
}

/** One of several servers: it counts the requests that it got. */
async function startServer(keys: EdgeKeys, { hello = 200, status, breaksOff }: Behaviour) {
  const counted = { requests: 0 };
  const server = createServer((request, response) => {
    const proven = hello === 'stranger' ? null : keys;
    if (answerHello(request, response, proven, undefined, hello === 503 ? 503 : 200)) return;
    counted.requests += 1;
    request.resume().once('end', () => {
      if (breaksOff) response.destroy();
      else response.writeHead(status, { 'content-length': '2' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    counted,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function openEdge5(): Promise<Edge> {
  const site = await mkdtemp(join(tmpdir(), 'tracker-edge-'));
  const folder = join(site, 'acars');
  await cp(edgeSource, folder, { recursive: true });
  await writeFile(join(folder, keyFile), newKeyFile());
  const template = await readFile(join(edgeSource, sampleFile), 'utf8');
  const php = await startPhpServer(site);
  return {
    keys: keyReader(site, new Secret('a password'))(),
    async send(addresses, method) {
      const given = `'TRACKER_SERVER', '${addresses.join(', ')}'`;
      await writeFile(join(folder, 'va_config.php'), template.replace("'TRACKER_SERVER', 'AUTO'", given));
      const body = method === 'POST' ? { body: 'a=1' } : {};
      return (await fetch(`${php.url}/acars/status.php`, { method, ...body })).status;
    },
    async [Symbol.asyncDispose]() {
      await php[Symbol.asyncDispose]();
      await rm(site, { recursive: true });
    },
  };
}

async function openEdge7(): Promise<Edge> {
  const [php = ''] = findPart(phpPart);
  const appKey = 'a key of 32 bytes that both sides read';
  const storage = await mkdtemp(join(tmpdir(), 'tracker-module-'));
  await mkdir(join(storage, 'app'));
  return {
    keys: edgeKeys(new Secret(appKey)),
    async send(addresses, method) {
      // The module keeps a setting for a while; here it is another one each time.
      await rm(join(storage, 'app/tracker-address.txt'), { force: true });
      const script = join(import.meta.dirname, 'phpvms7/forward.php');
      const child = spawn(php, [script, moduleSource, addresses.join(', '), appKey, storage]);
      let out = '';
      child.stdout.on('data', (chunk) => (out += chunk));
      child.stdin.end(JSON.stringify({ method, path: '/api/tracker/status', body: method === 'POST' ? '{}' : '' }));
      await once(child, 'close');
      const answer = JSON.parse(out) as readonly [number | string] | null;
      return typeof answer?.[0] === 'number' ? answer[0] : 503;
    },
    async [Symbol.asyncDispose]() {
      await rm(storage, { recursive: true });
    },
  };
}

interface Counted {
  readonly counted: { requests: number };
}

/** Sends until each of the servers had a request: which one is asked first is chance. Returns the statuses. */
async function sendUntil(servers: readonly Counted[], send: () => Promise<number>): Promise<readonly number[]> {
  const statuses: number[] = [];
  while (servers.some(({ counted }) => counted.requests === 0) && statuses.length < 64) statuses.push(await send());
  return statuses;
}

for (const [name, open] of [
  ['phpVMS 5', openEdge5],
  ['phpVMS 7', openEdge7],
] as const) {
  suite(`the edge of a ${name} that knows several servers`, () => {
    const edge = open();
    after(async () => (await edge)[Symbol.asyncDispose]());

    test('shares the requests between them', async () => {
      const { send, keys } = await edge;
      await using one = await startServer(keys, { status: 201 });
      await using other = await startServer(keys, { status: 201 });
      const statuses = await sendUntil([one, other], () => send([one.address, other.address], 'POST'));
      assert.deepEqual(new Set(statuses), new Set([201]));
      assert.equal(one.counted.requests + other.counted.requests, statuses.length);
    });

    test('passes over one that is gone, does not prove itself, or refuses everything', async () => {
      const { send, keys } = await edge;
      await using good = await startServer(keys, { status: 201 });
      await using stranger = await startServer(keys, { hello: 'stranger', status: 200 });
      await using busy = await startServer(keys, { hello: 503, status: 503 });
      for (const bad of [`127.0.0.1:${await freePort()}`, stranger.address, busy.address])
        for (let sent = 0; sent < 6; sent++) assert.equal(await send([bad, good.address], 'POST'), 201, bad);
      assert.equal(stranger.counted.requests + busy.counted.requests, 0);
      assert.equal(await send([busy.address], 'POST'), 503);
      assert.equal(busy.counted.requests, 1, 'alone it is asked all the same, and says why');
    });

    for (const behaviour of [{ status: 503 }, { status: 503, breaksOff: true }]) {
      test(`sends nothing twice that may have been done: ${behaviour.breaksOff ? 'no answer' : '503'}`, async () => {
        const { send, keys } = await edge;
        await using good = await startServer(keys, { status: 201 });
        await using bad = await startServer(keys, behaviour);
        const ask = (method: 'GET' | 'POST') => () => send([bad.address, good.address], method);
        const posted = await sendUntil([good, bad], ask('POST'));
        assert.equal(posted.filter((status) => status === 503).length, bad.counted.requests);
        assert.equal(good.counted.requests + bad.counted.requests, posted.length);
        bad.counted.requests = 0;
        assert.deepEqual(new Set(await sendUntil([bad], ask('GET'))), new Set([201]), 'what only reads goes on');
      });
    }
  });
}
