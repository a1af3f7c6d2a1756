import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Repeats, SeqRanges } from './repeats.ts';

const noneSealed = () => false;
const at = (seq: number | null, recordedAt: number, isDated = true) => ({ seq, recordedAt, isDated });

test('a report is a repeat by seq, or without one by its instant; with neither there is no telling', () => {
  const cases: [string, ReturnType<typeof at>, ReturnType<typeof at>, boolean][] = [
    ['same seq, same instant', at(1, 100), at(1, 100), true],
    ['same seq, undated', at(1, 100), at(1, 999, false), true],
    ['a client that restarted its count', at(1, 100), at(1, 200), false],
    ['another seq in the same instant', at(1, 100), at(2, 100), false],
    ['no seq, same instant', at(null, 100), at(null, 100), true],
    ['no seq, another instant', at(null, 100), at(null, 101), false],
    ['neither seq nor instant', at(null, 100, false), at(null, 100, false), false],
  ];
  for (const [name, first, second, expected] of cases) {
    const repeats = new Repeats(null, noneSealed);
    assert.equal(repeats.isRepeat(first), false, name);
    repeats.add(first);
    assert.equal(repeats.isRepeat(second), expected, name);
  }
});

test('what could not be stored is forgotten, and may come again', () => {
  const repeats = new Repeats(null, noneSealed);
  repeats.add(at(7, 100));
  repeats.forget(at(7, 100));
  assert.equal(repeats.isRepeat(at(7, 100)), false);
});

test('sealed reports are still known: by seq in memory, by instant through the journal', async () => {
  const repeats = new Repeats(null, (recordedAt) => recordedAt === 100);
  repeats.add(at(1, 100));
  await repeats.sealWith(Promise.resolve());
  repeats.add(at(2, 200));
  assert.equal(repeats.isRepeat(at(1, 100)), true);
  assert.equal(repeats.isRepeat(at(null, 100)), true);
  assert.equal(repeats.isRepeat(at(null, 90)), false);
  assert.equal(repeats.isRepeat(at(null, 200)), true);
  const reopened = new Repeats({ seqs: [[1, 1]], newest: 100 }, (recordedAt) => recordedAt === 100);
  assert.equal(reopened.isRepeat(at(1, 100)), true);
  assert.equal(reopened.isRepeat(at(1, 101)), false);
});

test('a sealing that fails loses nothing of what is known', async () => {
  const repeats = new Repeats(null, noneSealed);
  repeats.add(at(null, 100));
  const sealing = repeats.sealWith(Promise.reject(new Error('disk full')));
  repeats.add(at(null, 101));
  await assert.rejects(sealing);
  assert.equal(repeats.isRepeat(at(null, 100)), true);
  assert.equal(repeats.isRepeat(at(null, 101)), true);
});

test('ranges are a set of integers whatever the order of adds and removes', () => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: -20, max: 20 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const ranges = new SeqRanges([]);
      const set = new Set<number>();
      for (const [isAdd, seq] of steps) {
        if (isAdd) {
          ranges.add(seq);
          set.add(seq);
        } else {
          ranges.remove(seq);
          set.delete(seq);
        }
      }
      for (let seq = -22; seq <= 22; seq++) assert.equal(ranges.has(seq), set.has(seq));
      assert.equal(ranges.last, set.size === 0 ? null : Math.max(...set));
      const flat = ranges.toArray().flat();
      assert.deepEqual(
        flat,
        [...flat].sort((a, b) => a - b),
      );
    }),
  );
});
