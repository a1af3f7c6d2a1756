import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { until } from './until.ts';

const threadsOf = (pid: number | 'self') => readdirSync(`/proc/${pid}/task`);
const bareThreads = Number(
  spawnSync(process.execPath, ['-p', 'fs.readdirSync("/proc/self/task").length'], { encoding: 'utf8' }).stdout,
);
const startupFile = join(import.meta.dirname, '../bin/app.cjs');

/** A place with a program that notes how it was called, and the startup file as a panel loads it, with the hook of Passenger. */
async function load(t: TestContext, where: 'in the place' | 'in the program') {
  const place = mkdtempSync(join(tmpdir(), 'tracker-passenger-'));
  const bin = join(place, 'program/1.0.0/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(place, 'program/1.0.0/tracker'), '#!/bin/sh\necho "$*" >>asked\n', { mode: 0o755 });
  writeFileSync(join(place, 'program.txt'), '1.0.0\n');
  writeFileSync(join(place, 'folder.json'), '{}');
  // Without the real hook, listening on `passenger` is a socket of that name in the working directory.
  // What else is in the process uses libuv's threads, as Passenger's own loader does.
  const hook =
    'globalThis.PhusionPassenger = { configure() { for (let n = 0; n < 8; n++) require("fs").stat(__filename, () => {}) } };\n';
  writeFileSync(join(place, 'hook.cjs'), hook);
  const file = join(where === 'in the place' ? place : bin, 'app.cjs');
  cpSync(startupFile, file);
  const child = spawn(process.execPath, ['-r', join(place, 'hook.cjs'), file], { cwd: place, stdio: 'inherit' });
  t.after(async () => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    rmSync(place, { recursive: true });
  });
  await until(() => existsSync(join(place, 'passenger')));
  return { place, pid: Number(child.pid) };
}

async function ask(place: string): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  const request = get({ socketPath: join(place, 'passenger'), path: '/' });
  const [response] = await once(request, 'response');
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

for (const where of ['in the place', 'in the program'] as const) {
  test(`a request to the application of a panel starts the server of the place, and is answered once it runs: ${where}`, async (t) => {
    const { place, pid } = await load(t, where);
    const answers = Promise.all([ask(place), ask(place)]);
    await until(() => existsSync(join(place, 'asked')));
    const server = createServer((socket) => socket.destroy());
    t.after(() => server.close());
    server.listen(join(place, 'tracker.sock'));
    const runs = { status: 200, body: { server: 'runs' } };
    assert.deepEqual(await answers, [runs, runs]);
    const asked = readFileSync(join(place, 'asked'), 'utf8').trim().split('\n');
    assert.deepEqual([...new Set(asked)], [`keep --place ${place}`]);
    assert.deepEqual(await ask(place), runs);
    const threads = threadsOf(pid);
    assert.ok(
      threads.length <= bareThreads + 1,
      `${threads.length} threads, one of them libuv's: ${threads.join(', ')}`,
    );
    assert.equal(readFileSync(join(place, 'asked'), 'utf8').trim().split('\n').length, asked.length);
  });
}

test('a start is seen to succeed also when whoever asked for it has gone, so that the next one need not wait longer', async (t) => {
  const { place } = await load(t, 'in the place');
  const request = get({ socketPath: join(place, 'passenger'), path: '/' });
  request.on('error', () => undefined);
  await until(() => existsSync(join(place, 'asked')));
  request.destroy();
  // The site asks for a second only; this goes on to try.
  await until(() => readFileSync(join(place, 'asked'), 'utf8').trim().split('\n').length > 1);
  let looks = 0;
  const server = createServer((socket) => {
    looks += 1;
    socket.destroy();
  });
  t.after(() => server.close());
  server.listen(join(place, 'tracker.sock'));
  await until(() => looks > 0);
});

test('a server that does not come up is 503, and a program that is not whole too', async (t) => {
  const { place } = await load(t, 'in the place');
  const late = await ask(place);
  assert.equal(late.status, 503);
  assert.match(JSON.stringify(late.body), /server-waking/);
  assert.ok(readFileSync(join(place, 'asked'), 'utf8').trim().split('\n').length <= 4);
  writeFileSync(join(place, 'program.txt'), '../../elsewhere');
  await until(async () => JSON.stringify((await ask(place)).body).includes('server-not-started'));
});

test('where nothing was set up it says so', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-passenger-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(startupFile, join(folder, 'app.cjs'));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'app.cjs')], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /no folder\.json/);
});
