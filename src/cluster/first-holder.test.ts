import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FirstHolder } from './first-holder.ts';
import { firstPartition } from './members.ts';

/** What happens, in order, to a holder with a duty of the first partition. */
function holder({ fails = false } = {}) {
  const said: string[] = [];
  const first = new FirstHolder({
    async gained(partition) {
      said.push(`gained ${partition}`);
      if (fails) throw new Error('not opened');
    },
    lost: async (partition, _epoch, reason) => void said.push(`lost ${partition} ${reason}`),
  });
  first.set({
    begin: async (epoch) => void said.push(`begins ${epoch}`),
    end: async () => void said.push('ends'),
  });
  return { first, said };
}

test('what exists once is done by the holder of the first partition, and begins before that is there', async () => {
  const { first, said } = holder();
  await first.gained(firstPartition + 1, 3);
  await first.gained(firstPartition, 4);
  assert.deepEqual(said, [`gained ${firstPartition + 1}`, 'begins 4', `gained ${firstPartition}`]);
});

for (const reason of ['handover', 'taken', 'lapsed'] as const)
  test(`it ends when the first partition is lost, ${reason}, and with no other one`, async () => {
    const { first, said } = holder();
    await first.lost(firstPartition + 1, 3, reason);
    assert.deepEqual(said, [`lost ${firstPartition + 1} ${reason}`]);
    await first.lost(firstPartition, 4, reason);
    assert.ok(said.includes('ends'));
  });

test('it ends when the first partition cannot be opened', async () => {
  const { first, said } = holder({ fails: true });
  await assert.rejects(first.gained(firstPartition, 4), /not opened/);
  assert.equal(said.at(-1), 'ends');
});
