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
