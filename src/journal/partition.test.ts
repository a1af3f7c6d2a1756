import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionCount, partitionOf } from './partition.ts';

test('a pilot is always in the same partition', () => {
  const known: readonly (readonly [string, number])[] = [
    ['', 11],
    ['1', 15],
    ['2', 31],
    ['42', 61],
    ['1000000', 20],
    ['VA0001', 44],
    ['Zoë', 34],
  ];
  for (const [pilotId, partition] of known) assert.equal(partitionOf(pilotId), partition, pilotId);
});

test('every pilot is in one of the partitions, and pilots are spread evenly', () => {
  const namings = [
    (index: number) => String(index),
    (index: number) => `VA${index.toString().padStart(4, '0')}`,
    (index: number) => `${(index * 2654435761) % 4294967296}-é-${index.toString(36)}`,
  ];
  const pilots = 64_000;
  for (const name of namings) {
    const counts = new Uint32Array(partitionCount);
    for (let index = 0; index < pilots; index += 1) {
      const partition = partitionOf(name(index));
      assert.ok(Number.isInteger(partition) && partition >= 0 && partition < partitionCount, name(index));
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    // 1,000 expected in each; a fair throw strays by 32 (one standard deviation).
    assert.ok(Math.min(...counts) > 800 && Math.max(...counts) < 1200, `${name(7)}: ${[...counts].join(' ')}`);
  }
});
