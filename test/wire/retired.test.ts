import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { airlines } from '../../src/platform/embedded/kept/airlines.ts';
import { airports } from '../../src/platform/embedded/kept/airports.ts';
import { addKept, editKept, type Kept, removeKept, restoreKept } from '../../src/platform/embedded/kept/kept.ts';
import { ranks } from '../../src/platform/embedded/kept/ranks.ts';
import { subfleets } from '../../src/platform/embedded/kept/subfleets.ts';
import { coreWorld } from './core.ts';
import { type Served, serve } from './served.ts';
import { flavours, smartcarsWorld } from './smartcars.ts';

// The demo's subfleets: A343 is the first, with HB-JMJ and HB-JMK; A320 the second, with HB-JLP and HB-JLQ.

type Rows = readonly Readonly<Record<string, unknown>>[];

const texts = (rows: Rows, name: string) => rows.map((row) => String(row[name])).sort();

/** Retires one, lets something be looked at, and takes it into use again. */
async function whileRetired({ world }: Served, kept: Kept, id: string, look: () => Promise<void>): Promise<void> {
  const { crewCenter } = world.embedded;
  assert.equal(await removeKept(crewCenter, kept, id), 'retired');
  await world.clock.advance(remembered);
  await look();
  await restoreKept(crewCenter, kept, id);
  await world.clock.advance(remembered);
}

/** For how long lists are remembered at most. */
const remembered = 61_000;

test('the native contract offers nothing of a subfleet, an airline or an airport that is retired, and says so of a bid', async () => {
  await using served = await serve(native, { logLevel: 'warn' });
  const headers = await served.signIn();
  const get = async (path: string) => (await served.ask(path, { headers })).json;
  const fleet = async () => texts((await get('/fleet')).fleet ?? (await get('/fleet')).aircraft, 'registration');
  const numbers = async () => texts((await get('/schedules')).schedules, 'flight_number');
  const blocked = async () =>
    Object.fromEntries(
      (await get('/bids')).bids.map((bid: { flight_number: string; blocked: string | null }) => [
        bid.flight_number,
        bid.blocked,
      ]),
    );
  assert.deepEqual(await fleet(), ['HB-JLP', 'HB-JLQ', 'HB-JMJ', 'HB-JMK']);

  await whileRetired(served, subfleets, '2', async () => {
    assert.deepEqual(await fleet(), ['HB-JMJ', 'HB-JMK']);
    const { schedules } = await get('/schedules');
    assert.ok(schedules.every((each: { aircraft_ids?: readonly string[] }) => !each.aircraft_ids?.includes('3')));
    assert.match((await blocked())['310'] ?? '', /no aircraft available/);
  });
  await whileRetired(served, airports, 'LEPA', async () => {
    assert.deepEqual(await numbers(), ['204', '205', '310', '311']);
    assert.equal(texts((await get('/airports')).airports, 'icao').includes('LEPA'), false);
  });
  await whileRetired(served, airlines, '1', async () => {
    assert.deepEqual(await numbers(), []);
    assert.deepEqual((await get('/airlines')).airlines, []);
    assert.equal((await blocked())['204'], 'The airline DMO is retired.');
  });
  assert.deepEqual([await fleet(), await numbers()].flat().length, 9);
  assert.equal((await blocked())['204'], null);
});

test('the API of phpVMS 7 gives a pilot the fleet of the rank, and flights without what is retired', async () => {
  await using world = await coreWorld();
  const { crewCenter } = world.served.world.embedded;
  const ada = world.client();
  const own = async () => texts((await ada.get('/user/fleet')).json.data, 'type');
  const numbers = async () => texts((await ada.get('/flights?limit=50')).json.data, 'flight_number');
  assert.deepEqual(await own(), ['A320', 'A343']);
  await editKept(crewCenter, ranks, '1', { subfleets: '2' });
  await world.served.world.clock.advance(remembered);
  assert.deepEqual(await own(), ['A320']);
  await editKept(crewCenter, ranks, '1', { subfleets: '1;2' });
  await world.served.world.clock.advance(remembered);
  await whileRetired(world.served, subfleets, '2', async () => {
    assert.deepEqual(await own(), ['A343']);
    const { data } = (await ada.get('/fleet')).json;
    assert.deepEqual(texts(data, 'type'), ['A343']);
  });
  await whileRetired(world.served, airports, 'EDDF', async () =>
    assert.deepEqual(await numbers(), ['204', '205', '420']),
  );
  await whileRetired(world.served, airlines, '1', async () => {
    assert.deepEqual(await numbers(), []);
    const { json } = await ada.get('/airlines');
    assert.deepEqual(json.data, []);
  });
});

for (const flavour of flavours.filter(({ version }) => version === '7'))
  test(`${flavour.name}: neither searches nor aircraft hold what is retired or above the rank`, async () => {
    await using world = await smartcarsWorld(flavour);
    const { get } = await world.signIn();
    const { crewCenter } = world.served.world.embedded;
    const numbers = async () => texts((await get('/flights/search')).json, 'number');
    const idsOf = async (number: string) =>
      (await get('/flights/search')).json.filter((row: { number: string }) => row.number === number)[0]?.aircraft;
    const before = await idsOf('420');
    await whileRetired(world.served, airports, 'LEPA', async () =>
      assert.equal((await numbers()).includes('420'), false),
    );
    await whileRetired(world.served, airlines, '1', async () => assert.deepEqual(await numbers(), []));
    await editKept(crewCenter, ranks, '1', { subfleets: '1' });
    assert.notDeepEqual(await idsOf('420'), before);
  });

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

test('the legacy contract says of a bid that its airport, or the subfleet of its aircraft, is retired', async () => {
  await using served = await serve(legacy, { logLevel: 'warn' });
  const headers = await served.signIn();
  const blocked = async () =>
    (
      await served.ask('/get_bid.php', {
        body: new URLSearchParams({ token: String(headers['x-tracker-token']) }).toString(),
        headers: urlencoded,
      })
    ).json.bid.blocked;
  assert.equal(await blocked(), null);
  await whileRetired(served, subfleets, '1', async () =>
    assert.equal(await blocked(), 'The subfleet of HB-JMJ is retired.'),
  );
  await whileRetired(served, airports, 'MMUN', async () =>
    assert.equal(await blocked(), 'The airport MMUN is retired.'),
  );
});

test('what nothing refers to is deleted, and the last rank stays', async () => {
  await using served = await serve(native, { logLevel: 'warn' });
  const { crewCenter } = served.world.embedded;
  const id = await addKept(crewCenter, airports, { icao: 'zz99', name: 'Farm', lat: '47.5', lon: '-8.25' });
  const { airports: listed } = (await served.ask('/airports', { headers: await served.signIn() })).json;
  assert.ok(listed.some(({ icao, lat }: { icao: string; lat: number }) => icao === 'ZZ99' && lat === 47.5));
  assert.equal(await removeKept(crewCenter, airports, id), 'removed');
  assert.equal(crewCenter.get('SELECT 1 FROM airports WHERE id = ?', 'ZZ99'), null);
  await assert.rejects(removeKept(crewCenter, ranks, '1'), /only rank/);
});
