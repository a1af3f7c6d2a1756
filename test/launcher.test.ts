import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const launcher = join(import.meta.dirname, '../bin/tracker.js');
const folder = mkdtempSync(join(tmpdir(), 'tracker-launcher-'));
after(() => rmSync(folder, { recursive: true }));

const commands: Readonly<Record<string, readonly string[]>> = {
  'options after the name': ['serve', '--data', join(folder, 'after'), '--listen', '127.0.0.1:0'],
  'options before it': ['--data', join(folder, 'before'), '--listen', '127.0.0.1:0', 'serve'],
};

for (const [what, words] of Object.entries(commands)) {
  test(`the server keeps its heap small, as the process that was started, and ends when told: ${what}`, {
    timeout: 60_000,
  }, async (t) => {
    const child = spawn(process.execPath, [launcher, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => child.kill('SIGKILL'));
    const closed = once(child, 'close');
    let said = '';
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      complaints += part;
    });
    for await (const part of child.stdout.setEncoding('utf8')) {
      const isReady = said.includes('ready at');
      said += part;
      if (isReady || !said.includes('ready at')) continue;
      // The one system that shows it as a file; the others are asked by their own tools.
      if (platform() === 'linux') {
        assert.match(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8'), /--max-semi-space-size=8/);
        assert.match(readFileSync(`/proc/${child.pid}/environ`, 'utf8'), /MALLOC_ARENA_MAX=1/);
      }
      child.kill('SIGTERM');
    }
    assert.deepEqual([await closed, complaints], [[0, null], '']);
  });
}

test('where Node may not become another process it runs as it is', () => {
  const args = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker', launcher];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, 'serve', '--help'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /tracker serve/);
});

interface Machine {
  readonly node: string;
  readonly platform?: string;
  readonly arch?: string;
  readonly isMusl?: boolean;
}

/** Runs `tracker --version` where Node says this of itself; the launcher starts another Node as it is. */
function runOn({ node, platform: system = 'linux', arch = 'x64', isMusl = false }: Machine) {
  const header = isMusl ? {} : { glibcVersionRuntime: '2.36' };
  const overrides = {
    versions: `{ ...process.versions, node: '${node}' }`,
    platform: `'${system}'`,
    arch: `'${arch}'`,
    report: `{ getReport: () => ({ header: ${JSON.stringify(header)} }) }`,
  };
  const script = Object.entries(overrides)
    .map(([name, value]) => `Object.defineProperty(process, '${name}', { value: ${value} });`)
    .join('');
  const args = ['--import', `data:text/javascript,${encodeURIComponent(script)}`, launcher, '--version'];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

const runs: readonly Machine[] = [
  { node: '24.11.0' },
  { node: '24.11.0', isMusl: true },
  { node: '25.0.0', isMusl: true },
  { node: '26.0.0', platform: 'darwin', arch: 'arm64' },
];

for (const machine of runs) {
  test(`it runs by itself: ${JSON.stringify(machine)}`, () => {
    const { status, stdout, stderr } = runOn(machine);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^\d+\.\d+\.\d+(?:-dev(?:\+[0-9a-f]{7})?)?\n$/);
  });
}

const refused: readonly (Machine & { readonly says: RegExp })[] = [
  { node: '24.10.9', isMusl: true, says: /needs glibc, and the C library of this system is musl: install Node 24\.11/ },
  {
    node: '24.4.1',
    platform: 'darwin',
    arch: 'arm64',
    says: /no Node comes with tracker for darwin on arm64: install/,
  },
  { node: '20.20.2', platform: 'darwin', says: /no Node comes with tracker for darwin on x64: install/ },
  { node: '22.1.0', platform: 'win32', arch: 'arm64', says: /no Node comes with tracker for win32 on arm64: install/ },
];

for (const { says, ...machine } of refused) {
  test(`one sentence says what to install: ${JSON.stringify(machine)}`, () => {
    const { status, stdout, stderr } = runOn(machine);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, says);
    assert.match(stderr, /^tracker needs Node 24\.11 or newer; this is Node [\d.]+, and .*\.\n$/);
  });
}
