import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Instants } from './instants.ts';

test('after any additions and removals, the remaining instants are found in order', () => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const instants = new Instants();
      const expected: number[] = [];
      for (const [isAdded, instant] of steps) {
        const index = expected.indexOf(instant);
        if (isAdded) {
          instants.add(instant);
          expected.push(instant);
        } else {
          instants.remove(instant);
          if (index >= 0) expected.splice(index, 1);
        }
      }
      assert.deepEqual(
        [...instants],
        expected.toSorted((a, b) => a - b),
      );
      for (let instant = 0; instant <= 20; instant++)
        assert.equal(instants.has(instant), expected.includes(instant), String(instant));
    }),
  );
});
