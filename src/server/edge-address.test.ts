import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import type { Listen } from '../config/kinds.ts';
import { listenOn } from '../http/listen.ts';
import { systemClock } from '../lib/clock.ts';
import { listenForEdge } from './edge-address.ts';
import type { Tracker } from './tracker.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-edge-'));
after(() => rmSync(home, { recursive: true }));
const port: Listen = { kind: 'tcp', host: '127.0.0.1', port: 0 };

/** What is written down for the edge, and said in the log, by a server with this data directory. */
async function open(dataDirectory: string, listen: Listen, save: (addresses: readonly string[]) => void = () => {}) {
  mkdirSync(dataDirectory, { recursive: true });
  const warnings: string[] = [];
  let saved: readonly string[] = [];
  const saveAddresses = (addresses: readonly string[]) => {
    save(addresses);
    saved = addresses;
  };
  const fastify = Fastify();
  fastify.get('/', () => 'here');
  await listenOn(fastify, listen.kind === 'tcp' ? listen : { ...listen, mode: 0o660 });
  const log = { warn: (_: object, message: string) => void warnings.push(message) };
  const needs = { clock: systemClock, crewCenter: { edge: { saveAddresses } }, dataDirectory, log };
  const socket = await listenForEdge(fastify, needs as unknown as Tracker, listen);
  return {
    saved,
    warnings,
    async [Symbol.asyncDispose]() {
      await socket[Symbol.asyncDispose]();
      await fastify.close();
    },
  };
}

function readBySocket(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/', agent: false }, (response) => {
      response.on('data', (chunk: Buffer) => resolve(String(chunk)));
    });
    asked.on('error', reject).end();
  });
}

test('the edge is told of a socket in the data directory first, which answers, and of the port after it', async () => {
  const data = join(home, 'data');
  await using server = await open(data, port);
  const path = join(data, 'edge.sock');
  assert.equal(server.saved[0], `unix:${path}`);
  assert.match(server.saved[1] ?? '', /^127\.0\.0\.1:\d+$/);
  assert.equal(await readBySocket(path), 'here');
  assert.equal(statSync(path).mode & 0o777, 0o666, 'the folder alone decides who enters');
  assert.deepEqual(server.warnings, []);
});

test('a server on every address is reached by loopback; one on a socket is told by both sockets', async () => {
  await using any = await open(join(home, 'any'), { kind: 'tcp', host: '0.0.0.0', port: 0 });
  assert.match(any.saved[1] ?? '', /^127\.0\.0\.1:\d+$/);
  const own = join(home, 'own.sock');
  await using bySocket = await open(join(home, 'sockets'), { kind: 'unix', path: own });
  assert.deepEqual(bySocket.saved, [`unix:${join(home, 'sockets/edge.sock')}`, `unix:${own}`]);
});

test('where no socket can be, the port is told alone', async () => {
  await using long = await open(join(home, 'x'.repeat(100)), port);
  const taken = join(home, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'edge.sock'), 'mine');
  await using other = await open(taken, port);
  for (const { saved } of [long, other]) assert.match(saved.join(), /^127\.0\.0\.1:\d+$/);
  assert.deepEqual([long.warnings, other.warnings], [[], ['cannot open the socket for the edge; it uses the port']]);
});

test('an address that cannot be stored is logged, and the server goes on', async () => {
  const refuse = () => {
    throw new Error('read-only');
  };
  await using server = await open(join(home, 'unsaved'), port, refuse);
  assert.match(server.warnings.join(), /could not be stored in the crew center/);
  assert.equal(await readBySocket(join(home, 'unsaved/edge.sock')), 'here');
});
