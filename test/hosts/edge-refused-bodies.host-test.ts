// needs: php
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { Secret } from '../../src/lib/secret.ts';
import { demoPassword } from '../../src/platform/embedded/demo.ts';
import { edgeSource, sampleFile } from '../../src/platform/phpvms5/edge-files.ts';
import { keyFile, keyReader, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import type { EdgeKeys } from '../../src/platform/site/edge-signature.ts';
import { World } from '../world.ts';
import { findPart, phpPart } from './parts.ts';
import { startPhpServer } from './php.ts';

// A body that the server refuses before it has read all of it, through the PHP edges: the visitor gets the refusal.

const appKey = 'a key of 32 bytes that both sides read';

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Edge extends AsyncDisposable {
  send(server: string, script: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<Answer>;
}

async function openFive(site: string): Promise<Edge> {
  const folder = join(site, 'acars');
  const template = await readFile(join(edgeSource, sampleFile), 'utf8');
  const php = await startPhpServer(site);
  return {
    async send(server, script, body, headers) {
      const given = template.replace("'TRACKER_SERVER', 'AUTO'", `'TRACKER_SERVER', '${server}'`);
      await writeFile(join(folder, 'va_config.php'), given);
      const response = await fetch(`${php.url}/acars/${script}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers,
      });
      return { status: response.status, body: await response.text() };
    },
    [Symbol.asyncDispose]: () => php[Symbol.asyncDispose](),
  };
}

function openSeven(): Edge {
  const [php = ''] = findPart(phpPart);
  return {
    async send(server, path, body, headers) {
      const script = join(import.meta.dirname, 'phpvms7/forward.php');
      const child = spawn(php, [script, moduleSource, server, appKey]);
      const out: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      const said = {
        method: 'POST',
        path,
        headers,
        server: { REMOTE_ADDR: '203.0.113.9', HTTPS: 'on' },
        base64: body.toString('base64'),
      };
      child.stdin.end(JSON.stringify(said));
      await once(child, 'close');
      const answer = JSON.parse(Buffer.concat(out).toString()) as [number, object, string] | [string, string] | null;
      return answer?.length === 3
        ? { status: answer[0], body: answer[2] }
        : { status: 0, body: JSON.stringify(answer) };
    },
    async [Symbol.asyncDispose]() {},
  };
}

const bodies: readonly (readonly [name: string, body: Buffer, gzip: boolean])[] = [
  ['a gzip bomb', gzipSync(Buffer.alloc(30_000_000)), true],
  ['a small gzip bomb', gzipSync(Buffer.alloc(200_000)), true],
  ['gzip of much noise', gzipSync(randomBytes(10_000_000)), true],
  ['a long plain body', Buffer.alloc(20_000_000, 'x'), false],
];

for (const version of [5, 7] as const)
  test(`a body that is too large is refused with 413 through the edge of version ${version}`, async (t) => {
    const site = await mkdtemp(join(tmpdir(), 'tracker-edge-'));
    t.after(() => rm(site, { recursive: true }));
    await cp(edgeSource, join(site, 'acars'), { recursive: true });
    await writeFile(join(site, 'acars', keyFile), newKeyFile());
    const keys: EdgeKeys = version === 5 ? keyReader(site, new Secret('a password'))() : edgeKeys(new Secret(appKey));
    const addresses: string[] = [];
    const edge = {
      keys: () => keys,
      trustsPeer: () => false,
      trustSetting: null,
      readFingerprint: async () => null,
      saveAddresses: (found: readonly string[]) => void addresses.push(...found),
    };
    const contracts = [version === 5 ? legacy : native] as const;
    await using world = await World.with({ contracts, edge, isServed: true, startsAt: Date.now() });
    await using php = version === 5 ? await openFive(site) : openSeven();
    const login = { kind: 'password', login: 'ada@demo-air.example', password: new Secret(demoPassword) } as const;
    const { token } = await world.calls.login({ credential: login, address: '192.0.2.1' });
    const script = version === 5 ? 'submit_log.php' : '/api/tracker/finish';
    assert.equal(addresses.length, 2, 'a socket and a port');
    for (const [name, body, isGzip] of bodies)
      for (const isSignedIn of [false, true])
        for (const address of addresses) {
          const headers = {
            'content-type': 'application/json',
            ...(isGzip && { 'content-encoding': 'gzip' }),
            ...(isSignedIn && { 'x-tracker-token': token.reveal() }),
          };
          const answer = await php.send(address, script, body, headers);
          // Version 7 wants the token in a header, and so reads no body without one.
          const wanted = version === 5 || isSignedIn ? 413 : 401;
          assert.equal(answer.status, wanted, `${name}, ${address}: ${answer.body.slice(0, 300)}`);
        }
  });
