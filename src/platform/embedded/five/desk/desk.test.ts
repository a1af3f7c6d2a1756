import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../../test/manual-clock.ts';
import { offered } from '../../../../tracking/desk.ts';
import type { Charter } from '../../../../tracking/desk-model.ts';
import { isRefusal, type RefusalCode } from '../../../../tracking/refusals.ts';
import type { DeskCall } from '../../../desk.ts';
import { seedDemoFive } from '../demo.ts';
import { openEmbeddedFive } from '../five.ts';

const [ada, ben, cleo] = ['1', '2', '3'];

async function openDemo(sql = '') {
  const clock = new ManualClock(Date.UTC(2026, 0, 2, 12));
  const { platform, database } = await openEmbeddedFive({ file: ':memory:', clock });
  seedDemoFive(database);
  database.exec(sql);
  const call = <C extends DeskCall>(name: C) => offered(platform.desk, name);
  const search = async (pilotId: string) => {
    const nothing = { departure: null, arrival: null, aircraftId: null, airline: null, text: null };
    const ranges = { minDistanceNm: null, maxDistanceNm: null, minFlightTimeMin: null, maxFlightTimeMin: null };
    return (await call('searchSchedules')(pilotId, { ...nothing, ...ranges }, { page: 1, perPage: 100 })).items;
  };
  return { platform, database, call, search, [Symbol.asyncDispose]: () => platform.close() };
}

async function refuses(call: Promise<unknown>, code: RefusalCode, message: RegExp): Promise<void> {
  await assert.rejects(call, (error) => isRefusal(error, code) && message.test(error.message));
}

const charter: Charter = {
  airline: null,
  flightNumber: '77',
  departure: 'LSZH',
  arrival: 'LEPA',
  route: "DEGES' <b>",
  aircraftId: '2',
  cruiseAltitudeFt: 37_000,
  kind: 'cargo',
  departureTime: '23:10',
  arrivalTime: '01:00',
};

test('a schedule with another pilot’s bid is hidden and refused; one’s own bid stays in sight', async () => {
  await using given = await openDemo();
  const numbers = async (pilotId: string) => (await given.search(pilotId)).map(({ plan }) => plan.flightNumber);
  // Two pilots have bids on 204: it is hidden from both.
  assert.deepEqual(await numbers(ada), ['205', '310', '311']);
  assert.deepEqual(await numbers(ben), ['205', '311']);
  assert.deepEqual(await numbers(cleo), ['205', '311']);
  const taken = given.call('book')(cleo, { scheduleId: '2', aircraftId: null });
  await refuses(taken, 'crew-center-refused', /Another pilot has a bid/);
});

test('an aircraft above the rank of the pilot is neither found nor given', async () => {
  await using given = await openDemo(`UPDATE aircraft SET ranklevel = 2, minrank = 5 WHERE id = 2;
    INSERT INTO ranks (rankid, rank) VALUES (5, 'Captain'); UPDATE pilots SET ranklevel = 2 WHERE pilotid = 2`);
  assert.deepEqual(
    (await given.search(cleo)).map(({ id }) => id),
    ['3'],
  );
  assert.deepEqual(
    (await given.search(ben)).map(({ id }) => id),
    ['3', '4'],
  );
  await refuses(given.call('book')(cleo, { scheduleId: '4', aircraftId: null }), 'not-found', /no such schedule/);
  await refuses(given.call('charter')(cleo, charter), 'invalid', /does not accept/);
  const fleet = await given.call('listFleet')(cleo);
  assert.deepEqual(
    fleet.map(({ id, minRank, isAllowed }) => [id, minRank, isAllowed]),
    [
      ['2', 'Captain', false],
      ['1', null, true],
    ],
  );
});

test('a charter needs an aircraft by its id, and is written without markup', async () => {
  await using given = await openDemo();
  for (const aircraftId of [null, 'A320', 'HB-JLP'])
    await refuses(given.call('charter')(ada, { ...charter, aircraftId }), 'invalid', /does not accept/);
  const { plan } = await given.call('charter')(ada, charter);
  assert.deepEqual([plan.route, plan.flightType, plan.plannedFlightTimeMin], ['DEGES b', 'C', 110]);
  assert.equal(
    (await given.search(ada)).some(({ id }) => id === plan.scheduleId),
    false,
  );
});

test('a schedule sells its seats, or on a cargo flight its pounds', async () => {
  await using given = await openDemo(`UPDATE aircraft SET maxpax = 180, maxcargo = 4000 WHERE id = 2;
    UPDATE schedules SET price = 99.5 WHERE id = 4; UPDATE schedules SET flighttype = 'C' WHERE id = 2`);
  const fares = (await given.search(ada)).map(({ fares: [fare] }) => fare && [fare.kind, fare.capacity, fare.price]);
  assert.deepEqual(fares, [undefined, ['cargo', 4000, null], ['passenger', 180, 99.5]]);
  await given.call('book')(ada, { scheduleId: '4', aircraftId: null });
  const bids = await given.platform.listBids(ada);
  const sold = bids.find(({ plan }) => plan.scheduleId === '4')?.fares ?? [];
  assert.deepEqual(
    sold.map(({ kind, capacity, price }) => [kind, capacity, price]),
    [['passenger', 180, 99.5]],
  );
});
