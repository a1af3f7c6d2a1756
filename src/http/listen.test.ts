import assert from 'node:assert/strict';
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import Fastify from 'fastify';
import { type ListenTarget, listenOn, listenOnSocket } from './listen.ts';

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

const atOnce = 1_500;
const waiting = '02';

/** Returns how many of many connections that are begun at once find no place in the queue of this port. */
async function leftOut(port: number): Promise<number> {
  const sockets = Array.from({ length: atOnce }, () => connect(port, '127.0.0.1'));
  // Each is begun by now, and the server had no turn to accept one.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/self/net/tcp', 'utf8').split('\n');
  const states = lines.map((line) => line.trim().split(/ +/)).filter(([, , to]) => to === remote);
  for (const socket of sockets) socket.on('error', () => undefined).destroy();
  assert.equal(states.length, atOnce);
  return states.filter(([, , , state]) => state === waiting).length;
}

/** A process that listens as it is told, writes its address, and accepts nobody. */
function busyServer(target: ListenTarget, fd: number | 'ignore'): ChildProcess {
  const script = `import Fastify from 'fastify';
    import { writeSync } from 'node:fs';
    import { listenOn } from '${new URL('./listen.ts', import.meta.url).href}';
    writeSync(1, await listenOn(Fastify(), ${JSON.stringify(target)}));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', fd];
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio, cwd: import.meta.dirname });
}

/** Opens a socket, as systemd does, and gives it to a server. */
async function openForAnother(): Promise<readonly [ChildProcess, number]> {
  const opened = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
  await once(opened, 'listening');
  const { fd } = (opened as unknown as { _handle: { fd: number } })._handle;
  const { port } = opened.address() as AddressInfo;
  const child = busyServer({ kind: 'inherited', fd: 3 }, fd);
  opened.close();
  await once(child.stdout ?? child, 'data');
  return [child, port];
}

async function openPort(): Promise<readonly [ChildProcess, number]> {
  const child = busyServer({ kind: 'tcp', host: '127.0.0.1', port: 0 }, 'ignore');
  const [url] = await once(child.stdout ?? child, 'data');
  return [child, Number(new URL(String(url)).port)];
}

const ways = { 'a port': openPort, 'a socket that another process opened': openForAnother };
for (const [name, open] of Object.entries(ways))
  test(`clients that come back all at once have a place: ${name}`, { skip: process.platform !== 'linux' }, async () => {
    const [child, port] = await open();
    const left = await leftOut(port);
    child.kill('SIGKILL');
    assert.equal(left, 0);
  });
