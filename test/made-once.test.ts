import assert from 'node:assert/strict';
import { globSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { madeOnce } from './made-once.ts';
import { tempFolder } from './temp-folder.ts';

test('what takes long is made once, and anew when a source or what else it depends on has changed', async (t) => {
  using folder = tempFolder('made-once');
  const source = join(folder.path, 'source');
  writeFileSync(source, 'one');
  const made = new Set<string>();
  t.after(() => {
    for (const each of made) rmSync(each, { recursive: true });
  });
  let count = 0;
  const read = async (also?: string) => {
    const make = async (unfinished: string) => {
      count += 1;
      writeFileSync(join(unfinished, 'it'), readFileSync(source));
    };
    const path = await madeOnce({ name: 'made-once-test', sources: [join(folder.path, '*')], also, make });
    made.add(path);
    return readFileSync(join(path, 'it'), 'utf8');
  };
  assert.deepEqual([await read(), await read(), count], ['one', 'one', 1]);
  writeFileSync(source, 'two');
  utimesSync(source, 1, 1);
  assert.deepEqual([await read(), await read(), count], ['two', 'two', 2]);
  assert.deepEqual([await read('a commit'), count], ['two', 3]);
  // Made by two at the same time: both have it whole.
  assert.deepEqual(await Promise.all([read('another'), read('another')]), ['two', 'two']);
});

test('what could not be made is not taken for made', async () => {
  using folder = tempFolder('made-once');
  const order = (make: () => Promise<void>) => ({ name: 'made-once-fail', sources: [join(folder.path, '*')], make });
  await assert.rejects(madeOnce(order(() => Promise.reject(new Error('it broke')))), /it broke/);
  assert.deepEqual(globSync('made-once-fail-*', { cwd: join(import.meta.dirname, '../.cache') }), []);
  let isMade = false;
  const path = await madeOnce(
    order(async () => {
      isMade = true;
    }),
  );
  rmSync(path, { recursive: true });
  assert.ok(isMade);
});
