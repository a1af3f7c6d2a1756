import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const prove = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../prove/main.ts'), ...args], { encoding: 'utf8' });

test('prove says how it is used: with --help on standard output, else with exit code 2', () => {
  const help = prove('--help');
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /^usage: npm run prove/);
  for (const args of [
    ['nothing-of-ours'],
    ['--unknown'],
    ['simulate', '--seed', 'x'],
    ['fuzz', '--short', '--record'],
  ]) {
    const { status, stdout, stderr } = prove(...args);
    assert.deepEqual([args, status, stdout], [args, 2, '']);
    assert.match(stderr, /^(Unknown option.*\n)?usage: npm run prove/);
  }
});
