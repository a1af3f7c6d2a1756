import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zip } from '../build/zip.ts';

test('an archive holds packed files as they are, and the others smaller', async () => {
  const bytes = Buffer.from('The same words again and again. '.repeat(50));
  const files = [
    { path: 'words.txt', bytes },
    { path: 'program.part1', bytes, isPacked: true },
  ] as const;
  const archive = await zip(files, Date.UTC(2026, 1, 3, 4, 5, 6) / 1_000);
  assert.equal(archive.readUInt16LE(archive.length - 22 + 10), 2);
  const first = archive.indexOf(bytes);
  assert.ok(first > archive.indexOf('program.part1'), 'the packed one is not stored as it is');
  assert.equal(archive.indexOf(bytes, first + 1), -1, 'the other one is stored too');
});

test('the files of an archive have its date in UTC, wherever it is made, and those of the next version another', async () => {
  const bytes = Buffer.from('<?php');
  const dateOf = async (at: number) => {
    const archive = await zip([{ path: 'setup.php', bytes }], at / 1_000);
    const [time, date] = [archive.readUInt16LE(10), archive.readUInt16LE(12)];
    return [(date >> 9) + 1980, (date >> 5) & 15, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2];
  };
  assert.deepEqual(await dateOf(Date.UTC(2026, 1, 3, 4, 5, 6)), [2026, 2, 3, 4, 5, 6]);
  assert.deepEqual(await dateOf(Date.UTC(2027, 11, 31, 23, 59, 58)), [2027, 12, 31, 23, 59, 58]);
});
