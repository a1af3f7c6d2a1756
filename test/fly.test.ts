import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Faults } from '../src/cli/flying/faults.ts';
import { defaultRecording, readRecording } from '../src/cli/flying/recording.ts';
import { legacy } from '../src/contracts/legacy/legacy.ts';
import { native } from '../src/contracts/native/native.ts';
import { assertFigures, assertSumsUp, assertTrackIs, flyFast, madeRecording } from './flying/flights.ts';
import { openFront } from './flying/front.ts';
import type { World } from './world.ts';

const whole = ['block-off', 'takeoff', 'landing', 'block-on'];

/** What the journal holds of the one flight there is. */
async function reportsOf(world: World) {
  const flights = await world.journal.listFlights({});
  assert.equal(flights.length, 1);
  const reports = await world.journal.readReports(flights[0]?.number ?? 0);
  return {
    positions: reports.flatMap((report) => (report.kind === 'position' ? [report.position] : [])),
    kinds: reports.flatMap((report) => (report.kind === 'event' ? [report.event.kind] : [])),
  };
}

// Each waits more than it works, so they wait together.
suite('flying from the bare base URL', { concurrency: true }, () => {
  test('the recorded flight is stored point for point, with what was noticed aboard', async () => {
    await using served = await openFront(native);
    const recording = await readRecording(defaultRecording);
    const { receipt, positions, repeated, phase } = await flyFast(served, recording);
    assert.deepEqual(positions, { sent: 1269, stored: 1269, repeated: 0, refused: 0 });
    assert.equal(repeated, false);
    assert.equal(phase, 'arrived');
    assert.deepEqual([receipt.basis.block_off_at, receipt.basis.block_on_at], ['computed', 'computed']);
    assert.deepEqual([receipt.block_fuel, receipt.fuel_used, receipt.diversion], [160_000, 135_390, null]);
    const { positions: stored, kinds } = await reportsOf(served.world);
    assertTrackIs(stored, recording);
    assert.deepEqual(kinds, whole);
  });

  for (const contract of [native, legacy]) {
    // Version 5 has no start, no events and no cancel.
    const events = contract === native ? whole : [];

    test(`${contract.name}: another flight, made by rule, gives its own figures`, async () => {
      await using served = await openFront(contract);
      const { variant, receipt } = await flyFast(served, madeRecording, served);
      assert.equal(variant, contract.name);
      assertFigures(receipt);
      const { positions, kinds } = await reportsOf(served.world);
      assertTrackIs(positions, madeRecording);
      assert.deepEqual(kinds, events);
      assert.equal(served.world.pireps().length, 1);
    });

    test(`${contract.name}: with every fault on the track is that of a calm run, and one PIREP`, async () => {
      await using served = await openFront(contract);
      const faults = new Faults('11', madeRecording.samples.length, 4);
      const { receipt, positions: sent } = await flyFast(served, madeRecording, {
        bidId: served.bidId,
        faults,
        batchSize: 12,
      });
      assert.deepEqual(faults.missing, []);
      assertSumsUp(sent);
      assertFigures(receipt);
      const { positions, kinds } = await reportsOf(served.world);
      assertTrackIs(positions, madeRecording);
      assert.deepEqual(kinds, events);
      assert.equal(served.world.pireps().length, 1);
    });
  }
});
