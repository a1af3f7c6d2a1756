import assert from 'node:assert/strict';
import test from 'node:test';
import { IdentifiedPositions } from '../../../src/tracking/flight/identified-positions.ts';

interface Stored {
  readonly stored: number;
  readonly duplicate: number;
  readonly refused: readonly never[];
}

for (const isStored of [true, false]) {
  test(`a request that comes twice while its flight is resumed is acknowledged once it is ${isStored ? 'stored' : 'stored again'}`, async () => {
    const first = Promise.withResolvers<Stored>();
    const answers: (() => Promise<Stored>)[] = [() => first.promise];
    const nothing: Stored = { stored: 0, duplicate: 0, refused: [] };
    const asked: number[] = [];
    const positions = new IdentifiedPositions<Stored>({ readReports: async () => [] }, async () => undefined);
    const live = { positionCount: 0 } as never;
    const send = () =>
      positions.store(live, { positions: [{}], ids: ['a'] } as never, (fresh) => {
        asked.push(fresh.length);
        return answers.shift()?.() ?? Promise.resolve({ ...nothing, stored: fresh.length });
      });
    const original = send().catch(() => null);
    let isAcknowledged = false;
    const repeat = send().then((result) => {
      isAcknowledged = true;
      return result;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isAcknowledged, false);
    if (isStored) first.resolve({ ...nothing, stored: 1 });
    else first.reject(new Error('the disk is full'));
    await original;
    const { stored, duplicate } = await repeat;
    assert.deepEqual([stored, duplicate], isStored ? [0, 1] : [1, 0]);
    assert.deepEqual(asked, isStored ? [1, 0] : [1, 1]);
  });
}
