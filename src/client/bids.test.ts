import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScriptedTracker } from '../../test/wire/scripted-tracker.ts';
import { chooseBid } from '../cli/flying/bid-choice.ts';

const reason = 'The aircraft of this bid no longer exists.';
const cases = [
  { variant: 'legacy', body: { bid: null, blocked: reason }, blocked: reason, says: new RegExp(reason) },
  { variant: 'legacy', body: { bid: null, blocked: null }, blocked: null, says: /The pilot has no bids/ },
  { variant: 'native', body: { bids: [] }, blocked: null, says: /The pilot has no bids/ },
] as const;

for (const { variant, body, blocked, says } of cases) {
  test(`no bid on ${variant}, ${blocked === null ? 'without a reason' : 'with a reason'}: the client gets both`, async () => {
    const tracker = new ScriptedTracker(variant, ({ path }) =>
      /bid/.test(path) ? { json: { success: true, ...body } } : 'pass',
    );
    const client = await tracker.connect();
    assert.deepEqual(await client.readBids(), { bids: [], blocked });
    assert.deepEqual(await client.listBids(), []);
    await assert.rejects(chooseBid(client, { bidId: null, departure: 'LSZH', arrival: 'MMUN' }), says);
  });
}
