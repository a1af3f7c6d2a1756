import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { damageFileName, readDamage } from '../../lib/damage-file.ts';
import { createLogger } from '../../lib/log.ts';
import { Damage } from './damage.ts';

function open(t: TestContext, directory = mkdtempSync(join(tmpdir(), 'tracker-damage-'))) {
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const lines: string[] = [];
  const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const damage = new Damage(new ManualClock(1_000), log);
  damage.open(directory);
  return { directory, damage, lines };
}

test('damage is said once for each file, kept across restarts, and over when the file was read whole', (t) => {
  const { directory, damage, lines } = open(t);
  damage.note('journal.sqlite', 'chunks 1/1');
  damage.note('journal.sqlite', 'chunks 1/1');
  damage.note('journal.sqlite', 'chunks 1/90');
  damage.note('webhooks.sqlite', 'database disk image is malformed');
  assert.equal(lines.length, 2);
  assert.equal(statSync(join(directory, damageFileName)).mode & 0o077, 0);
  const next = open(t, directory);
  assert.equal(next.lines.length, 2);
  assert.deepEqual(next.damage.found, damage.found);
  next.damage.settle('journal.sqlite', ['chunks 1/90']);
  assert.deepEqual(
    next.damage.found.map(({ what }) => what),
    ['chunks 1/90', 'database disk image is malformed'],
  );
  next.damage.settle('journal.sqlite', []);
  next.damage.settle('webhooks.sqlite', []);
  assert.deepEqual(readDamage(directory), []);
  assert.equal(next.lines.filter((line) => line.includes('data-whole')).length, 2);
});

test('a disk that dies fills neither the memory nor the file, and a file that cannot be read is damage too', (t) => {
  const { directory, damage } = open(t);
  for (let row = 0; row < 5_000; row += 1) damage.note('journal.sqlite', `reports ${row} ${'x'.repeat(1_000)}`);
  assert.equal(damage.found.length, 100);
  assert.ok(statSync(join(directory, damageFileName)).size < 100_000);
  writeFileSync(join(directory, damageFileName), '{');
  assert.deepEqual(
    open(t, directory).damage.found.map(({ file }) => file),
    [damageFileName],
  );
});
