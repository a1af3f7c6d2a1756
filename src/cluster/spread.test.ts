import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spread } from './spread.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const rows = fc.array(fc.option(fc.constantFrom(...ids)), { minLength: 1, maxLength: 64 });
const owned = (owners: readonly (string | null)[]) => owners.map((owner, id) => ({ id, epoch: 1, owner }));

test('the spread is even, complete, and the same for all who see the same', () => {
  fc.assert(
    fc.property(rows, fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }), (owners, alive) => {
      const planned = spread(owned(owners), new Set(alive));
      assert.equal(planned.size, owners.length);
      const counts = alive.map((server) => [...planned.values()].filter((owner) => owner === server).length);
      assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, counts.join(', '));
      assert.deepEqual(spread(owned(owners).reverse(), new Set(alive.reverse())), planned);
    }),
  );
});

test('no more partitions move than must', () => {
  fc.assert(
    fc.property(rows, fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }), (owners, alive) => {
      const planned = spread(owned(owners), new Set(alive));
      const moved = owners.filter((owner, id) => owner !== null && planned.get(id) !== owner).length;
      const orphans = owners.filter((owner) => owner !== null && !alive.includes(owner)).length;
      const held = alive.map((server) => owners.filter((owner) => owner === server).length).sort((a, b) => b - a);
      const share = Math.floor(owners.length / alive.length);
      const remainder = owners.length % alive.length;
      const surplus = held.map((count, rank) => Math.max(0, count - share - (rank < remainder ? 1 : 0)));
      assert.equal(moved, orphans + surplus.reduce((sum, count) => sum + count, 0));
    }),
  );
});

test('nobody is planned while there is no server', () => {
  assert.equal(spread(owned(['a', null]), new Set()).size, 0);
});
