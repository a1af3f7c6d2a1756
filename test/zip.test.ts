import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zip } from '../build/zip.ts';

test('an archive holds packed files as they are, and the others smaller', async () => {
  const bytes = Buffer.from('The same words again and again. '.repeat(50));
  const archive = await zip([
    { path: 'words.txt', bytes },
    { path: 'program.part1', bytes, isPacked: true },
  ]);
  assert.equal(archive.readUInt16LE(archive.length - 22 + 10), 2);
  const first = archive.indexOf(bytes);
  assert.ok(first > archive.indexOf('program.part1'), 'the packed one is not stored as it is');
  assert.equal(archive.indexOf(bytes, first + 1), -1, 'the other one is stored too');
});
