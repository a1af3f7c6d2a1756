import assert from 'node:assert/strict';
import { unpackChunk } from '../../../src/journal/chunk.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { sampleEvent, sampleFlight, samplePosition, unsealedOf } from './samples.ts';
import type { JournalCase } from './world.ts';

export const reportCases: readonly JournalCase[] = [
  {
    name: 'reports come back by number, with the values that were stored, before and after a reopening',
    async run(world) {
      const before = await world.open();
      const expected = await appendSome(before);
      const firstNumber = expected[0]?.number ?? 0;
      assert.deepEqual(await before.readReports(1), expected);
      assert.deepEqual(await before.readReports(1, { after: firstNumber, limit: 2 }), expected.slice(1, 3));
      await before.close();
      const after = await world.open();
      assert.deepEqual(await after.readReports(1), expected);
      assert.deepEqual(after.initial.flights, [{ flight: sampleFlight(1), delivered: 0, sealed: null }]);
      assert.deepEqual(await unsealedOf(after), expected);
      assert.equal(after.appendPositions(1, [samplePosition(3)]).firstNumber, firstNumber + 4);
    },
  },
  {
    name: 'the sealed reports of a flight can be read packed',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2]) await journal.saveFlight(sampleFlight(flight));
      for (let seq = 0; seq < 20; seq++) journal.appendPositions(1 + (seq % 2), [samplePosition(seq)]);
      await journal.barrier();
      assert.deepEqual(await journal.readChunks(1), []);
      await journal.sealFlight(1, null);
      const chunks = await journal.readChunks(1);
      const unpacked = chunks.flatMap((chunk) => unpackChunk(Buffer.from(chunk, 'base64')));
      assert.deepEqual(unpacked, await journal.readReports(1));
      assert.equal(unpacked.length, 10);
      assert.deepEqual(await journal.readChunks(3), []);
    },
  },
  {
    name: 'figures are rounded to what the formats of a position keep, and unknown ones stay unknown',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      const fine = { lat: 47.123456789, lon: -8.000000049, headingDeg: 271.26, altitudeMslFt: 1e300, gForce: -0.12345 };
      journal.appendPositions(1, [samplePosition(1, { ...fine, fuelLb: null, phase: null, onGround: null })]);
      await journal.barrier();
      const [raw] = await positionsOf(journal);
      assert.deepEqual([raw?.lat, raw?.lon], [47.1234568, -8]);
      assert.deepEqual([raw?.fuelLb, raw?.phase, raw?.onGround], [null, null, null]);
      assert.ok((raw?.altitudeMslFt ?? 0) >= 2 ** 40 && (raw?.altitudeMslFt ?? 0) < 1e16, 'clamped');
      await journal.sealFlight(1, null);
      assert.deepEqual(await positionsOf(journal), [raw]);
      await journal.close();
      assert.deepEqual(await positionsOf(await world.open()), [raw]);
    },
  },
  {
    name: 'texts of any kind come back letter by letter',
    async run(world) {
      const journal = await world.open();
      await journal.saveFlight(sampleFlight(1));
      const texts = ['cruise', 'Ünïcode ✈ 航班', "it's; --", 'x'.repeat(300), 'cruise', '12:34:56'];
      const positions = texts.map((text, seq) =>
        samplePosition(seq, { phase: text, transponder: text.slice(0, 4), autopilot: text, simTime: text }),
      );
      journal.appendPositions(1, positions);
      const event = sampleEvent(1, { message: texts.join('\n'), data: { nested: [texts, null, { a: 1.5 }] } });
      await journal.appendEvents(1, [event]).durable;
      assert.deepEqual(await positionsOf(journal), positions);
      await journal.sealFlight(1, null);
      assert.deepEqual(await positionsOf(journal), positions);
      assert.deepEqual((await journal.readReports(1)).at(-1), { number: 7, kind: 'event', event });
    },
  },
  {
    name: 'reports belong to one flight, and are counted as they are read',
    async run(world) {
      const journal = await world.open();
      for (const flight of [1, 2]) await journal.saveFlight(sampleFlight(flight));
      for (let seq = 0; seq < 20; seq++) journal.appendPositions(1 + (seq % 2), [samplePosition(seq)]);
      await journal.barrier();
      await journal.sealFlight(2, null);
      await journal.appendPositions(2, [samplePosition(20)]).durable;
      const numbers = async (flight: number) => (await journal.readReports(flight)).map(({ number }) => number);
      assert.deepEqual(await numbers(1), [1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
      assert.deepEqual(await numbers(2), [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21]);
      assert.deepEqual(await numbers(3), []);
      const counts = [0, 4, 19, 20, 21].map((after) => journal.countReports(2, after));
      assert.deepEqual(await Promise.all(counts), [11, 9, 2, 1, 0]);
    },
  },
  {
    name: 'an empty append is durable at once',
    async run(world) {
      const journal = await world.open({ isPatient: true });
      await journal.appendPositions(1, []).durable;
      await journal.appendEvents(1, []).durable;
      await journal.barrier();
    },
  },
  {
    name: 'what was given, and what was read, may be changed by who has it',
    async run(world) {
      const journal = await world.open();
      const data = { list: [1] };
      await journal.saveFlight(sampleFlight(1));
      const { durable } = journal.appendEvents(1, [sampleEvent(1, { data })]);
      data.list.push(2);
      await durable;
      const flight = await journal.readFlight({ flightId: 'flight-1' });
      Object.assign(flight ?? {}, { state: 'filed' });
      assert.equal((await journal.readFlight({ flightId: 'flight-1' }))?.state, 'open');
      const [report] = await journal.readReports(1);
      assert.deepEqual(report?.kind === 'event' ? report.event.data : null, { list: [1] });
    },
  },
];

async function appendSome(journal: Journal) {
  await journal.saveFlight(sampleFlight(1));
  const first = journal.appendPositions(1, [samplePosition(0), samplePosition(1)]);
  const second = journal.appendEvents(1, [sampleEvent(1)]);
  const third = journal.appendPositions(1, [samplePosition(2)]);
  await Promise.all([first.durable, second.durable, third.durable]);
  const { firstNumber } = first;
  return [
    { number: firstNumber, kind: 'position' as const, position: samplePosition(0) },
    { number: firstNumber + 1, kind: 'position' as const, position: samplePosition(1) },
    { number: firstNumber + 2, kind: 'event' as const, event: sampleEvent(1) },
    { number: firstNumber + 3, kind: 'position' as const, position: samplePosition(2) },
  ];
}

async function positionsOf(journal: Journal) {
  return (await journal.readReports(1)).flatMap((report) => (report.kind === 'position' ? [report.position] : []));
}
