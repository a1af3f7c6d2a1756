import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTracker, isTrackerError } from '../src/client/client.ts';
import { legacy } from '../src/contracts/legacy/legacy.ts';
import { native } from '../src/contracts/native/native.ts';
import { openFront } from './flying/front.ts';
import { pilot } from './flying/served.ts';
import { ScriptedTracker } from './wire/scripted-tracker.ts';

// What the SDK offers beside flying, on a real server.

async function connected() {
  const front = await openFront(native);
  const client = await connectTracker(front.url);
  await client.login(pilot);
  return { ...front, client, desk: client.desk, [Symbol.asyncDispose]: () => front[Symbol.asyncDispose]() };
}

const isCode = (code: string) => (error: unknown) => isTrackerError(error, code);

test('search, book, choose, give up, charter', async () => {
  await using served = await connected();
  const { desk, client } = served;
  assert.ok(desk.offers('POST /charters'));
  assert.equal(desk.offers('POST /hotels'), false);
  const found = await desk.searchSchedules({ departure: 'LSZH', max_distance: 600, text: '42', per_page: 5 });
  assert.deepEqual([found.page, found.perPage, found.total], [1, 5, 1]);
  const [schedule] = found.items;
  const bid = await desk.book({ schedule_id: schedule?.id ?? '' });
  assert.equal(bid.arrival.icao, 'LEPA');
  const aircraft = bid.aircraft_choices[0]?.id ?? '';
  assert.equal((await desk.chooseAircraft(bid.id, aircraft)).aircraft?.id, aircraft);
  await desk.unbook(bid.id);
  await assert.rejects(desk.chooseAircraft(bid.id, aircraft), isCode('bid-not-found'));
  const charter = await desk.charter({ flight_number: 'DM77', departure: 'LSZH', arrival: 'LEPA', aircraft });
  assert.ok((await client.listBids()).some(({ id }) => id === charter.id));
  await assert.rejects(desk.charter({ flight_number: '77', departure: 'LSZH', arrival: 'XXXX' }), (error) => {
    return isTrackerError(error, 'invalid') && 'arrival' in error.fields;
  });
  await assert.rejects(desk.searchSchedules({ page: 0 }), (error) => {
    return isTrackerError(error, 'invalid') && 'page' in error.fields;
  });
});

test('the logbook after a flight with another aircraft, figures, profile and lists', async () => {
  await using served = await connected();
  const { desk, client, world } = served;
  world.embedded.crewCenter.database.exec("UPDATE aircraft SET airport_id = 'LSZH'");
  assert.equal(await desk.latestPirep(), null);
  assert.equal(await desk.readPirep('none/../of:these?'), null);
  const bid = (await client.listBids()).find(({ arrival }) => arrival.icao === 'EDDF');
  const flight = await client.startFlight({ bid_id: bid?.id ?? '' });
  await assert.rejects(flight.changeAircraft({ registration: 'NONE' }), isCode('invalid'));
  const view = await flight.changeAircraft({ registration: 'HB-JLQ' });
  assert.deepEqual([view?.aircraft?.registration, flight.view?.aircraft?.registration], ['HB-JLQ', 'HB-JLQ']);
  await flight.report({ lat: 47.45, lon: 8.55, gs: 0, on_ground: true });
  const { receipt } = await flight.finish({ log: ['One'] });
  await assert.rejects(flight.changeAircraft({ registration: 'HB-JLP' }), isCode('flight-filed'));
  const latest = await desk.latestPirep();
  assert.deepEqual([latest?.id, latest?.aircraft?.registration], [receipt.pirep_id, 'HB-JLQ']);
  const detail = await desk.readPirep(receipt.pirep_id);
  assert.equal(detail?.track.length, 1);
  assert.ok(detail?.log.some(({ text }) => text === 'One'));
  assert.equal((await desk.listPireps({ arrival: 'EDDF' })).total, 1);
  assert.equal((await desk.statistics()).pireps, 1);
  assert.equal((await desk.profile()).first_name, 'Ada');
  assert.ok((await desk.listAirports()).length > 3);
  assert.equal((await desk.listFleet()).length, 4);
  assert.equal((await desk.listAirlines())[0]?.icao, 'DMO');
  assert.deepEqual(await desk.news(), []);
});

test('what the contract or the crew center does not have is refused at once, and not repeated', async () => {
  await using front = await openFront(legacy);
  const client = await connectTracker(front.url);
  await client.login(pilot);
  assert.equal(client.desk.offers('GET /schedules'), false);
  await assert.rejects(client.desk.searchSchedules(), isCode('not-supported'));
  const flight = await client.startFlight({ bid_id: front.bidId });
  await assert.rejects(flight.changeAircraft({ aircraft: '1' }), isCode('not-supported'));

  const scripted = new ScriptedTracker('native', ({ path }) =>
    path.includes('/news')
      ? { status: 501, json: { success: false, error: { code: 'not-offered', message: 'It has no news.' } } }
      : 'pass',
  );
  const patient = await scripted.connect({ askPatienceMs: 60_000 });
  await assert.rejects(patient.desk.news(), { code: 'not-offered', message: 'It has no news.', status: 501 });
  assert.equal(scripted.paths().filter((path) => path.includes('/news')).length, 1);
});
