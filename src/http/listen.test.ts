import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { listenOn, listenOnSocket } from './listen.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-listen-'));
after(() => rmSync(home, { recursive: true }));

test('a file in the place of the socket is left as it is', async () => {
  const path = join(home, 'notes.txt');
  writeFileSync(path, 'mine');
  const fastify = Fastify();
  await assert.rejects(listenOn(fastify, { kind: 'unix', path, mode: 0o600 }), /EADDRINUSE/);
  await assert.rejects(listenOnSocket(fastify, path), /EADDRINUSE/);
  assert.equal(readFileSync(path, 'utf8'), 'mine');
  await fastify.close();
});
