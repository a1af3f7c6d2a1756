import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chance } from './chance.ts';
import { Faults } from './faults.ts';

const draw = (seed: string) => {
  const chance = new Chance(seed);
  return Array.from({ length: 1000 }, () => chance.next());
};

test('the same seed gives the same faults, another seed others', () => {
  assert.deepEqual(draw('7'), draw('7'));
  assert.notDeepEqual(draw('7'), draw('8'));
});

test('random numbers are uniform, and below 1', () => {
  const drawn = draw('7');
  const mean = drawn.reduce((sum, n) => sum + n, 0) / drawn.length;
  assert.ok(mean > 0.45 && mean < 0.55, String(mean));
  assert.ok(drawn.every((n) => n >= 0 && n < 1));
});

test('with any seed the client crashes once in mid-flight, and its clock is wrong', () => {
  for (const seed of ['1', '2', 'three', '']) {
    const faults = new Faults(seed, 1000);
    const crashes = Array.from({ length: 250 }, (_, window) => faults.strike(window * 4, window * 4 + 4)).flatMap(
      (strike, window) => (strike === 'crash' ? [window * 4] : []),
    );
    assert.equal(crashes.length, 1);
    assert.ok((crashes[0] ?? 0) >= 340 && (crashes[0] ?? 0) <= 660);
    assert.ok(Math.abs(faults.timing.now() - Date.now()) > 9 * 60_000);
    assert.equal(faults.fired.crash, 1);
    assert.deepEqual(faults.missing, ['loss', 'lost-answer', 'delay', 'duplicate', 'reorder', 'expiry']);
  }
});

test('a window contains the same positions in another order', () => {
  const faults = new Faults('7', 1000);
  const windows = Array.from({ length: 20 }, () => faults.shuffle([1, 2, 3, 4]));
  for (const window of windows) assert.deepEqual([...window].sort(), [1, 2, 3, 4]);
  assert.ok(faults.fired.reorder > 10);
});
