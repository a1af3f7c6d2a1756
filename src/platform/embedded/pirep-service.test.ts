import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { placeEmptyCrewCenter } from '../../../test/empty-crew-center.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Pirep } from '../../tracking/model.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { FiledState, HostFlight } from '../port.ts';
import { bareFigures, fullPirep } from '../suite/flights.ts';
import { correctPirep } from './correcting.ts';
import { seedDemo } from './demo.ts';
import { type Embedded, openEmbedded } from './embedded.ts';
import { acceptPirep, decidePirep, listPireps, rejectPirep } from './pirep-admin.ts';

const silent = { info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), 'embedded-demo-'));
after(() => rmSync(folder, { recursive: true }));
let opened = 0;

async function openDemo(sql = ''): Promise<Embedded & AsyncDisposable & { clock: ManualClock }> {
  const clock = new ManualClock(Date.UTC(2026, 0, 2, 12));
  const file = join(folder, `${opened++}.sqlite`);
  await placeEmptyCrewCenter(file);
  const embedded = await openEmbedded({ file, clock, logger: silent, passwordCost: 4 });
  await seedDemo(embedded.crewCenter);
  embedded.crewCenter.database.exec(sql);
  return { ...embedded, clock, [Symbol.asyncDispose]: () => embedded.close() };
}

async function fly(embedded: Embedded, pirepId: string, overrides: Partial<Pirep> = {}): Promise<HostFlight> {
  const flight = await begin(embedded, pirepId);
  await embedded.platform.filePirep(flight, fullPirep(overrides));
  return flight;
}

async function begin({ platform }: Embedded, pirepId: string): Promise<HostFlight> {
  const bids = await platform.listBids('1');
  const bid = bids.find((each) => each.plan.scheduleId === 'demo-dmo204');
  assert.ok(bid !== undefined);
  const { plan } = bid;
  const flight = {
    id: `flight-${pirepId}`,
    pirepId,
    pilotId: '1',
    bidId: bid.id,
    plan,
    aircraft: plan.aircraft,
    startedAt: 0,
  };
  await platform.openPirep(flight);
  return flight;
}

const manualReview = 'UPDATE ranks SET auto_approve_acars = 0';
const pilotOf = ({ crewCenter }: Embedded) =>
  crewCenter.get('SELECT flights, flight_time, curr_airport_id, last_pirep_id, rank_id, state FROM users WHERE id = 1');
const aircraftOf = ({ crewCenter }: Embedded) =>
  crewCenter.get('SELECT airport_id, flight_time, fuel_onboard FROM aircraft WHERE id = 1');

test('an accepted flight counts for pilot and aircraft, and both are at the arrival', async () => {
  await using embedded = await openDemo();
  await fly(embedded, 'P1');
  const pilot = { flights: 1, flight_time: 612, curr_airport_id: 'MMUN', last_pirep_id: 'P1', rank_id: 1, state: 1 };
  assert.deepEqual({ ...pilotOf(embedded) }, pilot);
  assert.deepEqual({ ...aircraftOf(embedded) }, { airport_id: 'MMUN', flight_time: 612, fuel_onboard: 10_790 });
});

test('without approval by rank it waits; accepting twice counts once; rejecting takes it back', async () => {
  await using embedded = await openDemo(manualReview);
  const names: string[] = [];
  embedded.crewCenter.events.listen(({ name }) => names.push(name));
  await fly(embedded, 'P1');
  assert.equal(pilotOf(embedded)?.flights, 0);
  for (let time = 0; time < 2; time++) assert.equal((await acceptPirep(embedded.crewCenter, 'P1')).state, 'accepted');
  assert.equal(pilotOf(embedded)?.flights, 1);
  for (let time = 0; time < 2; time++) assert.equal((await rejectPirep(embedded.crewCenter, 'P1')).state, 'rejected');
  assert.deepEqual([pilotOf(embedded)?.flights, pilotOf(embedded)?.flight_time], [0, 0]);
  assert.deepEqual(names, ['PirepPrefiled', 'BidRemoved', 'PirepFiled', 'PirepAccepted', 'PirepRejected']);
});

test('a corrected flight time counts for the pilot and the aircraft once it is accepted', async () => {
  await using embedded = await openDemo(`${manualReview}; UPDATE aircraft SET flight_time = 1000`);
  const { crewCenter } = embedded;
  const hours = () => [pilotOf(embedded)?.flight_time, aircraftOf(embedded)?.flight_time];
  const correct = (flightTimeMin: number) =>
    correctPirep(crewCenter, 'P1', { figures: { flightTimeMin }, by: 'operator', reason: 'clock', at: 0 });
  await fly(embedded, 'P1');
  await correct(600);
  assert.deepEqual(hours(), [0, 1000]);
  await acceptPirep(crewCenter, 'P1');
  assert.deepEqual(hours(), [600, 1600]);
  await correct(95);
  assert.deepEqual(hours(), [95, 1095]);
});

test('a PIREP is decided only in a state from which that was asked for', async () => {
  await using embedded = await openDemo(manualReview);
  await fly(embedded, 'P1');
  const names: string[] = [];
  embedded.crewCenter.events.listen(({ name }) => names.push(name));
  const decide = async (decision: 'accept' | 'reject', ...from: readonly FiledState[]) =>
    (await decidePirep(embedded.crewCenter, 'P1', { decision, from })).state;
  const both = await Promise.all([decide('accept', 'pending'), decide('reject', 'pending')]);
  assert.deepEqual([both, names], [['accepted', 'accepted'], ['PirepAccepted']]);
  assert.equal(await decide('reject', 'pending', 'accepted'), 'rejected');
  assert.equal(await decide('reject', 'pending', 'accepted', 'rejected'), 'rejected');
  assert.deepEqual([pilotOf(embedded)?.flights, names], [0, ['PirepAccepted', 'PirepRejected']]);
  await assert.rejects(decidePirep(embedded.crewCenter, 'P2', { decision: 'accept', from: ['pending'] }), {
    code: 'not-found',
  });
});

test('a rank may approve above a score only', async () => {
  for (const [score, state] of [
    [89, 'pending'],
    [90, 'accepted'],
    [null, 'pending'],
  ] as const) {
    await using embedded = await openDemo('UPDATE ranks SET auto_approve_above_score = 1, auto_approve_score = 90');
    await fly(embedded, 'P1', { score });
    assert.equal(listPireps(embedded.crewCenter)[0]?.state, state, String(score));
  }
});

test('hours promote, and never demote', async () => {
  await using embedded = await openDemo(
    `INSERT INTO ranks (id, name, hours, auto_promote) VALUES (7, 'Ten', 10, 1), (8, 'Hundred', 100, 1), (9, 'Given', 5, 0)`,
  );
  await fly(embedded, 'P1');
  assert.equal(pilotOf(embedded)?.rank_id, 7);
  embedded.crewCenter.database.exec('UPDATE users SET rank_id = 8 WHERE id = 1');
  await rejectPirep(embedded.crewCenter, 'P1');
  await acceptPirep(embedded.crewCenter, 'P1');
  assert.equal(pilotOf(embedded)?.rank_id, 8);
});

test('a diversion moves pilot and aircraft at once, and the PIREP leaves the schedule', async () => {
  await using embedded = await openDemo(manualReview);
  await fly(embedded, 'P1', { diversion: { icao: 'KJFK', name: null, lat: null, lon: null } });
  const [pirep] = embedded.crewCenter.all('SELECT * FROM pireps');
  assert.deepEqual([pirep?.arr_airport_id, pirep?.alt_airport_id, pirep?.flight_id], ['KJFK', 'MMUN', null]);
  assert.match(String(pirep?.notes), /^DIVERTED \(MMUN => KJFK\) Smooth flight\.$/);
  assert.equal(pilotOf(embedded)?.curr_airport_id, 'KJFK');
  assert.equal(aircraftOf(embedded)?.airport_id, 'KJFK');
  assert.deepEqual(embedded.crewCenter.all("SELECT 1 FROM bids WHERE flight_id = 'demo-dmo204'"), []);
});

test('an unknown fuel leaves the aircraft’s as it was, and filing ends a leave', async () => {
  await using embedded = await openDemo('UPDATE aircraft SET fuel_onboard = 5000; UPDATE users SET state = 3');
  await fly(embedded, 'P1', bareFigures());
  assert.equal(aircraftOf(embedded)?.fuel_onboard, 5000);
  assert.equal(pilotOf(embedded)?.state, 1);
});

test('the same flight within ten minutes is too soon, then it is not', async () => {
  await using embedded = await openDemo();
  const flight = await fly(embedded, 'P1');
  const again = { ...flight, pirepId: 'P2' };
  await assert.rejects(embedded.platform.openPirep(again), (error) => {
    assert.ok(isRefusal(error, 'too-soon'));
    const wait = error.detail.retryAfterS ?? 0;
    assert.ok(wait >= 600 && wait <= 602, `retry after ${wait} s`);
    return true;
  });
  await embedded.clock.advance(601_000);
  assert.deepEqual(await embedded.platform.openPirep(again), { pirepId: 'P2', adopted: false });
});

test('a soft-deleted PIREP is lost to its flight', async () => {
  await using embedded = await openDemo();
  const flight = await begin(embedded, 'P1');
  embedded.crewCenter.database.exec("UPDATE pireps SET deleted_at = '2026-01-01 00:00:00'");
  assert.equal(await embedded.platform.findPirep(flight), null);
  await assert.rejects(embedded.platform.filePirep(flight, fullPirep()), (error) =>
    isRefusal(error, 'flight-not-found'),
  );
  assert.deepEqual(listPireps(embedded.crewCenter), []);
});

test('the bid of a schedule that takes one bid at a time is free again after filing', async () => {
  await using embedded = await openDemo();
  const has = () => embedded.crewCenter.get("SELECT has_bid FROM flights WHERE id = 'demo-dmo204'")?.has_bid;
  assert.equal(has(), 1);
  await fly(embedded, 'P1');
  assert.equal(has(), 0);
});

test('what is not known of a flight is no field of its PIREP', async () => {
  await using embedded = await openDemo();
  await fly(embedded, 'P1', { takeoffAt: null, landingAt: null, load: null, fields: { Gate: 'A12' }, basis: {} });
  const fields = embedded.crewCenter.all('SELECT name, value FROM pirep_field_values');
  assert.deepEqual(
    fields.map(({ name, value }) => [name, value]),
    [['Gate', 'A12']],
  );
});

test('what is filed carries the constant source, and says which figures were not told', async () => {
  await using embedded = await openDemo();
  await fly(embedded, 'P1', { basis: { distanceNm: 'computed', blockOnAt: 'estimated', flightTimeMin: 'estimated' } });
  const [pirep] = embedded.crewCenter.all('SELECT source, source_name, status FROM pireps');
  assert.deepEqual({ ...pirep }, { source: 1, source_name: 'Tracker', status: 'ARR' });
  const fields = embedded.crewCenter.all(
    "SELECT name, value, slug FROM pirep_field_values WHERE name LIKE '% Figures'",
  );
  assert.deepEqual(
    fields.map(({ value, slug }) => [slug, value]),
    [
      ['computed-figures', 'distance'],
      ['estimated-figures', 'block on, flight time'],
    ],
  );
});
