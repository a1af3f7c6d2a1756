import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../refusals.ts';
import { deliverByHalves } from './halving.ts';

for (const bad of [[], [0], [3, 4], [0, 1, 2, 3, 4, 5, 6]]) {
  test(`of seven items those that are refused (${bad.join(' ')}) are set aside, the others are delivered`, async () => {
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

test('a crew center out of reach is not asked again', async () => {
  let asked = 0;
  const deliver = async () => {
    asked += 1;
    throw new Refusal('crew-center-unavailable', { message: 'no answer' });
  };
  await assert.rejects(deliverByHalves([1, 2], deliver, async () => undefined));
  assert.equal(asked, 1);
});
