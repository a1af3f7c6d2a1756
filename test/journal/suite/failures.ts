import assert from 'node:assert/strict';
import type { Journal } from '../../../src/journal/journal.ts';
import { sampleFlight, samplePosition } from './samples.ts';
import type { JournalCase } from './world.ts';

const refused = { code: 'journal-full' };

/** For implementations whose storing can be made to fail. */
export const failureCases: readonly JournalCase[] = [
  {
    name: 'a batch that cannot be stored is refused whole, and storing continues once it can be',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      await journal.appendPositions(1, [samplePosition(0)]).durable;
      await world.storage?.fail();
      const many = Array.from({ length: 500 }, (_, index) =>
        samplePosition(index + 1, { phase: `phase ${index % 9}` }),
      );
      const note = journal.saveNote('in the', 'same batch');
      const failed = journal.appendPositions(1, many);
      await assert.rejects(failed.durable, refused);
      await assert.rejects(note, refused);
      await assert.rejects(journal.appendPositions(1, many).durable, refused);
      assert.ok(journal.stats().failures >= 2);
      assert.equal(await journal.readNote('in the'), null);
      assert.equal((await journal.readReports(1)).length, 1);
      assert.equal(await journal.countReports(1, 0), 1);
      await world.storage?.heal();
      const stored = journal.appendPositions(1, many);
      assert.ok(stored.firstNumber >= failed.firstNumber + 2 * many.length, 'a number is never given twice');
      await stored.durable;
      const expected = [samplePosition(0), ...many];
      assert.deepEqual(await positionsOf(journal), expected);
      await journal.close();
      // Texts that were new in the failed batch were stored with the next one.
      assert.deepEqual(await positionsOf(await world.open()), expected);
    },
  },
  {
    name: 'a seal that finds no room leaves the reports as they are',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      // Of no regularity, so that they do not get much smaller.
      const many = Array.from({ length: 3000 }, (_, index) =>
        samplePosition(index, { simTime: `${(index * 7919) % 10_007}` }),
      );
      await journal.appendPositions(1, many).durable;
      const first = many[0]?.recordedAt ?? 0;
      await world.storage?.fail();
      await assert.rejects(journal.sealFlight(1, {}), refused);
      assert.equal((await journal.readReports(1)).length, 3000);
      assert.equal(await journal.hasSealedReport(1, 'position', first), false);
      await world.storage?.heal();
      await journal.sealFlight(1, {});
      assert.equal((await journal.readReports(1)).length, 3000);
      assert.equal(await journal.hasSealedReport(1, 'position', first), true);
    },
  },
  {
    name: 'an ended flight that cannot be stored stays as it was, with its reports and its changes',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1), { kind: 'started', at: 1 });
      await journal.appendPositions(1, [samplePosition(0)]).durable;
      await world.storage?.fail();
      const long = { reason: 'x'.repeat(100_000) };
      const ended = sampleFlight(1, { state: 'filed', endedAt: 2, ...long });
      await assert.rejects(journal.saveFlight(ended, { kind: 'filed', at: 2 }), refused);
      assert.deepEqual(await journal.readFlight({ flightId: 'flight-1' }), sampleFlight(1));
      assert.equal(await journal.changes.last(), 1);
      assert.equal(await journal.readSealed(1), null);
      await world.storage?.heal();
      await journal.saveFlight(ended, { kind: 'filed', at: 2 });
      assert.equal((await journal.changes.read(1, 5))[0]?.kind, 'filed');
      assert.equal((await journal.readReports(1)).length, 1);
    },
  },
];

async function positionsOf(journal: Journal) {
  return (await journal.readReports(1)).map((report) => (report.kind === 'position' ? report.position : null));
}
