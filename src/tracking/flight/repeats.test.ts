import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Repeats, SeqRanges } from './repeats.ts';

const noneSealed = () => false;
const at = (seq: number | null, recordedAt: number, isDated = true) => ({
  seq,
  recordedAt,
  receivedAt: recordedAt,
  isDated,
});

test('a report is a repeat by seq, without one by its instant, with neither by its values', () => {
  const cases: [string, ReturnType<typeof at>, ReturnType<typeof at>, boolean][] = [
    ['same seq, same instant', at(1, 100), at(1, 100), true],
    ['same seq, undated', at(1, 100), at(1, 999, false), true],
    ['a client that restarted its count', at(1, 100), at(1, 200), false],
    ['another seq in the same instant', at(1, 100), at(2, 100), false],
    ['no seq, same instant', at(null, 100), at(null, 100), true],
    ['no seq, another instant', at(null, 100), at(null, 101), false],
    ['neither seq nor instant', at(null, 100, false), at(null, 100, false), true],
    ['neither, a second later', at(null, 100, false), at(null, 1_100, false), false],
    ['neither, beside a dated one', at(null, 100), at(null, 100, false), false],
  ];
  for (const [name, first, second, expected] of cases) {
    const repeats = new Repeats(null, noneSealed);
    assert.equal(repeats.isRepeat(first), false, name);
    repeats.add(first);
    assert.equal(repeats.isRepeat(second), expected, name);
  }
});

const undated = (receivedAt: number, values: object = {}) => ({
  seq: null,
  recordedAt: receivedAt,
  receivedAt,
  isDated: false,
  lat: 47.45,
  lon: 8.55,
  altitudeMslFt: 1_400,
  groundSpeedKt: 0,
  phase: 'boarding',
  ...values,
});

test('reports without number and time: within a second those with the same values are one, others are not', () => {
  const changes: readonly object[] = [
    { lat: 47.4500001 },
    { lon: 8.5500001 },
    { altitudeMslFt: 1_401 },
    { groundSpeedKt: 1 },
    { phase: 'taxi' },
    { data: { flaps: 1 } },
  ];
  for (const change of changes) {
    const repeats = new Repeats(null, noneSealed);
    repeats.add(undated(5_000, { data: { flaps: 0 } }));
    for (const receivedAt of [5_000, 5_999, 4_001])
      assert.equal(repeats.isRepeat(undated(receivedAt, { data: { flaps: 0 } })), true, String(receivedAt));
    for (const receivedAt of [6_000, 4_000])
      assert.equal(repeats.isRepeat(undated(receivedAt, { data: { flaps: 0 } })), false, String(receivedAt));
    assert.equal(repeats.isRepeat(undated(5_500, { data: { flaps: 0 }, ...change })), false, JSON.stringify(change));
  }
});

test('each report without number and time is compared with all of the last second, and forgotten when it was not stored', () => {
  const repeats = new Repeats(null, noneSealed);
  const [first, second] = [undated(0), undated(600, { lat: 48 })];
  repeats.add(first);
  repeats.add(second);
  assert.equal(repeats.isRepeat(undated(700)), true);
  repeats.forget(first);
  assert.equal(repeats.isRepeat(undated(700)), false);
  assert.equal(repeats.isRepeat(undated(1_599, { lat: 48 })), true);
  assert.equal(repeats.isRepeat(undated(1_600, { lat: 48 })), false);
});

test('a report that could not be stored is forgotten, and can be sent again', () => {
  const repeats = new Repeats(null, noneSealed);
  repeats.add(at(7, 100));
  repeats.forget(at(7, 100));
  assert.equal(repeats.isRepeat(at(7, 100)), false);
});

test('of two devices that count alike, what one of them lost on a full disk leaves the reports of the other known', () => {
  const reports = (seqs: readonly number[], since: number) => seqs.map((seq) => at(seq, since + seq));
  for (const isLaterLost of [true, false]) {
    const repeats = new Repeats(null, noneSealed);
    const [one, other] = [reports([1, 2, 3], 100), reports([2, 3, 4], 200)];
    const [lost, kept] = isLaterLost ? [other, one] : [one, other];
    for (const each of [...one, ...other]) repeats.add(each);
    for (const each of lost) repeats.forget(each);
    assert.deepEqual(
      [...kept, ...lost].map((each) => repeats.isRepeat(each)),
      [true, true, true, false, false, false],
    );
    // And when the others are lost too, no number is known any more, at whatever time another report had its instant.
    for (const each of kept) repeats.forget(each);
    repeats.add(at(9, 102));
    assert.equal(repeats.isRepeat(at(2, 102)), false);
    assert.equal(repeats.lastSeq, 9);
  }
});

test('numbers that are learnt anew are as often known as they are stored', () => {
  const repeats = new Repeats(null, noneSealed);
  for (const each of [at(1, 101), at(1, 201)]) repeats.add(each);
  repeats.relearn([[1, 1]], [1]);
  repeats.forget(at(1, 201));
  assert.equal(repeats.isRepeat(at(1, 101)), true);
  repeats.relearn([], [1]);
  repeats.forget(at(1, 101));
  assert.equal(repeats.isRepeat(at(1, 101, false)), false);
});

test('sealed reports are still recognised: by seq in memory, by instant from the journal', async () => {
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

test('after a failed sealing all reports are still recognised', async () => {
  const repeats = new Repeats(null, noneSealed);
  repeats.add(at(null, 100));
  const sealing = repeats.sealWith(Promise.reject(new Error('disk full')));
  repeats.add(at(null, 101));
  await assert.rejects(sealing);
  assert.equal(repeats.isRepeat(at(null, 100)), true);
  assert.equal(repeats.isRepeat(at(null, 101)), true);
});

test('a report that could not be stored while its flight was being sealed can be sent again, whether or not that failed', async () => {
  for (const isSealed of [true, false]) {
    const repeats = new Repeats(null, (recordedAt) => isSealed && recordedAt === 100);
    repeats.add(at(null, 100));
    repeats.add(at(null, 101));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sealing = repeats.sealWith(promise).catch(() => undefined);
    repeats.add(at(null, 102));
    repeats.forget(at(null, 101));
    if (isSealed) resolve();
    else reject(new Error('disk full'));
    await sealing;
    const found = [100, 101, 102].map((recordedAt) => repeats.isRepeat(at(null, recordedAt)));
    assert.deepEqual(found, [true, false, true]);
  }
});

test('when a gap closes, what was behind it is still known', () => {
  const ranges = new SeqRanges([]);
  for (const seq of [1, 2, 3, 5, 6, 7, 9]) ranges.add(seq);
  ranges.add(4);
  assert.deepEqual(ranges.toArray(), [
    [1, 7],
    [9, 9],
  ]);
  ranges.add(8);
  assert.deepEqual(ranges.toArray(), [[1, 9]]);
});

test('ranges are a set of integers for any order of additions and removals', () => {
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
