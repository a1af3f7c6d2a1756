import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../../test/temp-folder.ts';
import { setAside } from './set-aside.ts';

test('a journal that is moved twice in a day is kept twice, and its name is in use at every moment', () => {
  using folder = tempFolder('set-aside');
  const file = join(folder.path, 'journal.sqlite');
  writeFileSync(file, 'first');
  writeFileSync(`${file}.own`, 'note');
  assert.equal(setAside(file, `${file}.own`, 'moved-2026-01-31'), 'journal.sqlite.moved-2026-01-31');
  writeFileSync(file, 'second');
  writeFileSync(`${file}.own`, 'note of the second');
  assert.equal(setAside(file, `${file}.own`, 'moved-2026-01-31'), 'journal.sqlite.moved-2026-01-31-2');
  const read = (name: string) => readFileSync(`${file}${name}`, 'utf8');
  assert.deepEqual(
    [read('.moved-2026-01-31'), read('.moved-2026-01-31-2'), read('')],
    ['first', 'second', 'note of the second'],
  );
  assert.equal(existsSync(`${file}.own`), false);
});

test('what cannot be put in its place leaves the journal where it was', () => {
  using folder = tempFolder('set-aside');
  const file = join(folder.path, 'journal.sqlite');
  writeFileSync(file, 'first');
  assert.throws(() => setAside(file, `${file}.own`, 'moved'), /ENOENT/);
  assert.equal(readFileSync(file, 'utf8'), 'first');
});
