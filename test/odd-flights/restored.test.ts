import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldReports } from '../../src/tracking/figures/fold-restore.ts';
import type { Fold } from '../../src/tracking/figures/fold-state.ts';
import type { Report } from '../../src/tracking/model.ts';
import { noFigures } from '../flown.ts';
import { World } from '../world.ts';
import { flown } from './flown.ts';
import { fuel } from './fuel.ts';
import type { Odd } from './made.ts';

import { procedures } from './procedures.ts';
import { reportsOf } from './reports.ts';
import { times } from './times.ts';

const chosen = [
  'a server clock that goes back',
  'a pause in the air',
  'refuelled in the air',
  'a slew',
  'a seaplane',
  'sixteen',
];
const odds = [...times, ...fuel, ...flown, ...procedures].filter(({ name }) =>
  chosen.some((start) => name.startsWith(start)),
);

/** Flies it; with `sealed` the server seals all it has and stops after every fifth report. */
async function fly(odd: Odd, isSealed: boolean) {
  await using world = await World.open({ sealEvery: 1, suspendAfterMin: 600 });
  const { session, flight } = await world.startFlight();
  const start = world.clock.now();
  const reports = reportsOf(odd, start);
  for (const [index, report] of reports.entries()) {
    const content = report.kind === 'position' ? report.position : report.event;
    world.clock.set(content.receivedAt);
    await (report.kind === 'position'
      ? world.calls.report(session, { name: null, positions: [report.position], opening: null })
      : world.calls.recordEvents(session, { name: null, events: [report.event] }));
    if (!isSealed || index % 5 !== 4) continue;
    await world.clock.advance(10_000);
    await world.restart();
  }
  world.clock.set(start + 3_000_000);
  const view = await world.calls.readFlight(session, { flightId: flight.id });
  const filed = await world.calls.finish(session, { name: null, figures: noFigures, opening: null });
  if (filed.state !== 'filed') throw new Error('not filed');
  const { phase, positionCount, distanceFlownNm, lastPosition } = view ?? {};
  // The journal keeps seven decimals of a place.
  const last = { ...lastPosition, lat: lastPosition?.lat.toFixed(6) };
  return { view: { phase, positionCount, distanceFlownNm, last }, pirep: filed.receipt.pirep };
}

for (const odd of odds) {
  test(`${odd.name}: restored from sealed reports it is the same as one that never stopped`, async () => {
    const [whole, restored] = [await fly(odd, false), await fly(odd, true)];
    assert.deepEqual(restored, whole);
  });
}

test('a flight whose summary an older release sealed goes on', async () => {
  await using world = await World.open();
  const { session, flight } = await world.startFlight();
  const start = world.clock.now();
  const ordinary = reportsOf(times[0] as Odd, start);
  const report = async (some: readonly Report[]) => {
    const positions = some.flatMap((each) => (each.kind === 'position' ? [each.position] : []));
    world.clock.set(positions.at(-1)?.receivedAt ?? start);
    await world.calls.report(session, { name: null, positions, opening: null });
  };
  await report(ordinary.slice(0, 7));
  const { fuel: _, pauses: __, startedAt: ___, ...older } = foldReports(ordinary.slice(0, 7), start);
  const last = { recordedAt: older.last?.recordedAt, lat: older.last?.lat, lon: older.last?.lon };
  const sealed = { ...older, last, firstFuelLb: 10_000, lastFuelLb: 8_700, pausedMs: 60_000 };
  await world.journal.sealFlight(world.journal.initial.flights[0]?.flight.number ?? 1, sealed);
  await world.restart();
  const [live] = [...world.tracking.flights];
  const fold = live?.fold as Fold;
  assert.deepEqual([fold.fuel.burntLb, fold.fuel.isEstimated], [1_300, true]);
  assert.deepEqual(fold.pauses, [{ from: start + 120_000, to: start + 180_000 }]);
  await report(ordinary.slice(7));
  const filed = await world.calls.finish(session, { name: { flightId: flight.id }, figures: noFigures, opening: null });
  const pirep = filed.state === 'filed' ? filed.receipt.pirep : null;
  assert.deepEqual([pirep?.flightTimeMin, pirep?.fuelUsedLb, pirep?.positionCount], [39, 1_990, 15]);
});
