import assert from 'node:assert/strict';
import type { Journal } from '../../../src/journal/journal.ts';
import { sampleEvent, sampleFlight, samplePosition, unsealedOf } from './samples.ts';
import type { JournalCase } from './world.ts';

const positions = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => samplePosition(from + index));
const seqs = async (journal: Journal, flight: number) =>
  (await journal.readReports(flight)).map((report) =>
    report.kind === 'position' ? report.position.seq : `event ${report.event.seq}`,
  );
const instant = (seq: number) => samplePosition(seq).recordedAt;

export const sealCases: readonly JournalCase[] = [
  {
    name: 'sealed and raw reports are read as one',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      journal.appendPositions(1, positions(0, 3));
      journal.appendEvents(1, [sampleEvent(1)]);
      await journal.sealFlight(1, { step: 1 });
      journal.appendPositions(1, positions(3, 5));
      const progress = { step: 2 };
      const sealing = journal.sealFlight(1, progress);
      // Not sealed: it came after the seal was asked for, as this step did.
      progress.step = 3;
      await journal.appendPositions(1, positions(5, 6)).durable;
      await sealing;
      assert.deepEqual(await seqs(journal, 1), [0, 1, 2, 'event 1', 3, 4, 5]);
      const part = await journal.readReports(1, { after: 2, limit: 3 });
      assert.deepEqual(
        part.map(({ number }) => number),
        [3, 4, 5],
      );
      assert.equal((await journal.readSealed(1))?.lastNumber, 6);
      assert.deepEqual((await journal.readSealed(1))?.progress, { step: 2 });
      assert.equal(await journal.readSealed(2), null);
    },
  },
  {
    name: 'the summary of what was sealed is there at the next opening',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      journal.appendPositions(1, [samplePosition(0), samplePosition(1), samplePosition(5), samplePosition(2)]);
      await journal.appendEvents(1, [sampleEvent(9), sampleEvent(null)]).durable;
      await journal.sealFlight(1, { distance: 12.5 });
      await journal.appendPositions(1, [samplePosition(6), samplePosition(3)]).durable;
      await journal.sealFlight(1, { distance: 13 });
      const tail = journal.appendPositions(1, [samplePosition(7)]);
      await tail.durable;
      await journal.close();
      const again = await world.open();
      const ranges = { positionSeqs: [[0, 3] as const, [5, 6] as const], eventSeqs: [[9, 9] as const] };
      const newest = { lastRecordedAt: instant(6), lastPosition: samplePosition(6) };
      const counts = { lastNumber: 8, positionCount: 6, eventCount: 2 };
      const sealed = { ...counts, ...ranges, ...newest, progress: { distance: 13 } };
      assert.deepEqual(again.initial.flights, [{ flight: sampleFlight(1), delivered: 0, sealed }]);
      assert.deepEqual(await again.readSealed(1), sealed);
      const unsealed = [{ number: tail.firstNumber, kind: 'position', position: samplePosition(7) }];
      assert.deepEqual(await unsealedOf(again), unsealed);
    },
  },
  {
    name: 'after everything was sealed, numbers go on growing',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2]) await journal.saveFlight(sampleFlight(flight));
      await journal.appendPositions(1, positions(0, 10)).durable;
      await journal.appendPositions(2, positions(0, 5)).durable;
      await journal.appendPositions(1, positions(10, 20)).durable;
      for (const flight of [1, 2]) await journal.sealFlight(flight, null);
      await journal.close();
      const again = await world.open();
      assert.deepEqual(await unsealedOf(again), []);
      assert.equal(again.appendPositions(1, positions(20, 21)).firstNumber, 26);
    },
  },
  {
    name: 'an ended flight is sealed with its document, however it was sealed before',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      journal.appendPositions(1, positions(0, 3000));
      const sealing = journal.sealFlight(1, { a: 1 });
      journal.appendPositions(1, positions(3000, 3010));
      await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: instant(3010) }));
      await sealing;
      await journal.sealFlight(1, { a: 2 });
      const summary = await journal.readSealed(1);
      assert.deepEqual([summary?.lastNumber, summary?.positionCount, summary?.progress], [3010, 3010, { a: 1 }]);
      const expected = positions(0, 3010).map(({ seq }) => seq);
      assert.deepEqual(await seqs(journal, 1), expected);
      await journal.close();
      const again = await world.open();
      assert.deepEqual(await seqs(again, 1), expected);
      assert.deepEqual(await unsealedOf(again), []);
    },
  },
  {
    name: 'what was sealed in parts is found and read the same once the flight has ended',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2]) await journal.saveFlight(sampleFlight(flight));
      for (let part = 0; part < 5; part++) {
        journal.appendPositions(1, positions(part * 10, part * 10 + 10));
        journal.appendEvents(1, [sampleEvent(part)]);
        await journal.sealFlight(1, null);
        assert.ok(await journal.hasSealedReport(1, 'position', instant(part * 10)));
      }
      const before = await journal.readReports(1);
      await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: instant(60) }));
      assert.deepEqual(await journal.readReports(1), before);
      journal.appendPositions(2, positions(100, 110));
      await journal.sealFlight(2, null);
      for (const [flight, seq, isThere] of [
        [1, 25, true],
        [1, 105, false],
        [2, 25, false],
        [2, 105, true],
      ] as const)
        assert.equal(await journal.hasSealedReport(flight, 'position', instant(seq)), isThere, `${flight} ${seq}`);
    },
  },
  {
    name: 'the instant of a sealed report is found, by kind; an undated one has none',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      journal.appendPositions(1, [...positions(0, 5), samplePosition(9, { isDated: false })]);
      journal.appendEvents(1, [sampleEvent(500)]);
      await journal.sealFlight(1, null);
      journal.appendPositions(1, positions(6, 8));
      await journal.sealFlight(1, null);
      await journal.appendPositions(1, positions(20, 21)).durable;
      const found = async (kind: 'position' | 'event', at: number) => journal.hasSealedReport(1, kind, at);
      for (const seq of [0, 4, 6, 7]) assert.equal(await found('position', instant(seq)), true, String(seq));
      for (const seq of [5, 8, 9, 20]) assert.equal(await found('position', instant(seq)), false, String(seq));
      assert.equal(await found('position', instant(2) + 1), false);
      assert.equal(await found('event', sampleEvent(500).recordedAt), true);
      assert.equal(await found('position', sampleEvent(500).recordedAt + 1), false);
      assert.equal(await journal.hasSealedReport(2, 'position', instant(0)), false);
    },
  },
  {
    name: 'many seals at once are all done',
    async run(world) {
      const journal = await world.open();
      const flights = Array.from({ length: 20 }, (_, index) => index + 1);
      for (const flight of flights) journal.appendPositions(flight, positions(0, 250));
      await Promise.all(flights.map((flight) => journal.sealFlight(flight, { flight })));
      for (const flight of flights) {
        assert.equal((await journal.readReports(flight)).length, 250);
        assert.equal((await journal.readSealed(flight))?.positionCount, 250);
      }
    },
  },
];
