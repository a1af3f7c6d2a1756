import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../refusals.ts';
import { deliverByHalves } from './halving.ts';

for (const bad of [[], [0], [3, 4], [0, 1, 2, 3, 4, 5, 6]]) {
  test(`of seven items the refused ones (${bad.join(' ')}) are set aside and the others delivered`, async () => {
    const [taken, aside]: [number[], number[]] = [[], []];
    const deliver = async (items: readonly number[]) => {
      if (items.some((item) => bad.includes(item))) throw new Refusal('crew-center-refused', { message: 'no' });
      taken.push(...items);
    };
    await deliverByHalves([0, 1, 2, 3, 4, 5, 6], deliver, async (item) => void aside.push(item));
    assert.deepEqual(aside, bad);
    assert.deepEqual([...taken, ...aside].sort(), [0, 1, 2, 3, 4, 5, 6]);
  });
}

test('an unavailable crew center is not called again', async () => {
  let calls = 0;
  const deliver = async () => {
    calls += 1;
    throw new Refusal('crew-center-unavailable', { message: 'unavailable' });
  };
  await assert.rejects(deliverByHalves([1, 2], deliver, async () => undefined));
  assert.equal(calls, 1);
});
