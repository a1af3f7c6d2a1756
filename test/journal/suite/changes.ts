import assert from 'node:assert/strict';
import type { Journal } from '../../../src/journal/journal.ts';
import { noon, sampleFlight } from './samples.ts';
import type { JournalCase } from './world.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const changeCases: readonly JournalCase[] = [
  {
    name: 'a change is numbered and read with the document of its time',
    async run(world) {
      const journal = await world.open();
      assert.deepEqual([await journal.changes.last(), await journal.changes.read(0, 10)], [0, []]);
      await journal.saveFlight(sampleFlight(1), { kind: 'started', at: noon });
      await journal.saveFlight(sampleFlight(1, { state: 'suspended' }));
      await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: noon + 9 }), { kind: 'filed', at: noon + 9 });
      const expected = [
        { number: 1, at: noon, kind: 'started', flight: sampleFlight(1) },
        { number: 2, at: noon + 9, kind: 'filed', flight: sampleFlight(1, { state: 'filed', endedAt: noon + 9 }) },
      ];
      assert.deepEqual(await journal.changes.read(0, 10), expected);
      assert.deepEqual(await journal.changes.read(0, 1), expected.slice(0, 1));
      assert.deepEqual(await journal.changes.read(1, 10), expected.slice(1));
      assert.equal(await journal.changes.last(), 2);
      await journal.close();
      const again = await world.open();
      assert.deepEqual(await again.changes.read(0, 10), expected);
      await again.saveFlight(sampleFlight(2), { kind: 'started', at: noon });
      assert.equal(await again.changes.last(), 3);
    },
  },
  {
    name: 'cursors are moved, removed, and there after a reopening',
    async run(world) {
      const journal = await world.open();
      assert.equal(await journal.changes.cursor('a'), null);
      await journal.changes.saveCursor('a', 0);
      assert.equal(await journal.changes.cursor('a'), 0);
      await journal.changes.saveCursor('a', 7);
      await journal.changes.saveCursor('b', 3);
      await journal.changes.saveCursor('c', 1);
      await journal.changes.saveCursor('b', null);
      await journal.close();
      const { changes } = await world.open();
      assert.deepEqual([await changes.cursor('a'), await changes.cursor('b'), await changes.cursor('c')], [7, null, 1]);
    },
  },
  {
    name: 'changes that every cursor has passed are kept for a month, others for three; no number is given twice',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2, 3])
        await journal.saveFlight(sampleFlight(flight), { kind: 'started', at: noon + flight });
      const kept = async (of: Journal) => (await of.changes.read(0, 10)).map(({ number }) => number);
      await journal.changes.saveCursor('slow', 2);
      world.clock.set(noon + 29 * dayMs);
      await journal.changes.saveCursor('quick', 3);
      assert.deepEqual(await kept(journal), [1, 2, 3]);
      world.clock.set(noon + 31 * dayMs);
      await journal.changes.saveCursor('quick', 3);
      assert.deepEqual(await kept(journal), [3]);
      world.clock.set(noon + 91 * dayMs);
      await journal.changes.saveCursor('quick', 3);
      assert.deepEqual(await kept(journal), []);
      await journal.close();
      const again = await world.open();
      await again.saveFlight(sampleFlight(4), { kind: 'started', at: noon });
      assert.deepEqual(await kept(again), [4]);
    },
  },
];
