import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { placeEmptyCrewCenter } from '../../../../test/empty-crew-center.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { offered } from '../../../tracking/desk.ts';
import type { Charter, ScheduleFilter } from '../../../tracking/desk-model.ts';
import { isRefusal, type RefusalCode } from '../../../tracking/refusals.ts';
import type { DeskCall } from '../../desk.ts';
import { fullPirep } from '../../suite/flights.ts';
import { addBid } from '../bid-admin.ts';
import { seedDemo } from '../demo.ts';
import { openEmbedded } from '../embedded.ts';
import { importFile } from '../imports/run.ts';
import { scheduleImports } from '../imports/schedules.ts';
import { addNews } from '../news.ts';
import { listSchedules } from '../schedules.ts';

const silent = { info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), 'embedded-demo-'));
after(() => rmSync(folder, { recursive: true }));
let opened = 0;
const [ada, ben, cleo] = ['1', '2', '3'];

async function openDemo(sql = '') {
  const clock = new ManualClock(Date.UTC(2026, 0, 2, 12));
  const file = join(folder, `${opened++}.sqlite`);
  await placeEmptyCrewCenter(file);
  const embedded = await openEmbedded({ file, clock, logger: silent, passwordCost: 4 });
  await seedDemo(embedded.crewCenter);
  embedded.crewCenter.database.exec(sql);
  const { desk } = embedded.platform;
  const call = <C extends DeskCall>(name: C) => offered(desk, name);
  return { ...embedded, clock, call, [Symbol.asyncDispose]: () => embedded.close() };
}

const everything: ScheduleFilter = {
  departure: null,
  arrival: null,
  aircraftId: null,
  airline: null,
  text: null,
  minDistanceNm: null,
  maxDistanceNm: null,
  minFlightTimeMin: null,
  maxFlightTimeMin: null,
};
const all = { page: 1, perPage: 100 };
const rule = (key: string, value: string) => `UPDATE settings SET value = '${value}' WHERE "key" = '${key}';`;
const charter: Charter = {
  airline: null,
  flightNumber: 'DMO77',
  departure: 'lszh',
  arrival: 'LEPA',
  route: 'DEGES',
  aircraftId: '3',
  cruiseAltitudeFt: 37_000,
  kind: 'passenger',
  departureTime: '23:10',
  arrivalTime: '01:00',
};

async function refuses(call: Promise<unknown>, code: RefusalCode, message: RegExp): Promise<void> {
  await assert.rejects(call, (error) => isRefusal(error, code) && message.test(error.message));
}

type Given = Awaited<ReturnType<typeof openDemo>>;
const found = async ({ call }: Given, filter: Partial<ScheduleFilter>, pilot = ada) => {
  const { items } = await call('searchSchedules')(pilot, { ...everything, ...filter }, all);
  return items.map(({ plan }) => plan.flightNumber).join(' ');
};

const searches: readonly (readonly [string, Partial<ScheduleFilter>, string])[] = [
  ['the beginning of a departure, in small letters', { departure: 'ls' }, '204 310 420'],
  ['departure and arrival', { departure: 'LSZH', arrival: 'ED' }, '310'],
  ['signs of SQL', { departure: "' OR 1=1 --" }, ''],
  ['signs of patterns', { departure: '%' }, ''],
  ['an airline', { airline: 'dmo' }, '204 205 310 311 420'],
  ['another airline', { airline: 'XXX' }, ''],
  ['a part of a flight number', { text: '31' }, '310 311'],
  ['an ident', { text: 'dm204' }, '204'],
  ['a callsign', { text: 'DMO205' }, '205'],
  ['distances', { minDistanceNm: 154, maxDistanceNm: 560 }, '310 311 420'],
  ['times', { minFlightTimeMin: 61, maxFlightTimeMin: 110 }, '310 420'],
  ['an aircraft of some fleets', { aircraftId: '3' }, '310 311 420'],
  ['no such aircraft', { aircraftId: '3x' }, ''],
];
for (const [what, filter, numbers] of searches) {
  test(`a search by ${what} finds ${numbers === '' ? 'nothing' : numbers}`, async () => {
    await using given = await openDemo();
    assert.equal(await found(given, filter), numbers);
  });
}

test('what is inactive, hidden, deleted, or of an airline that rests, is not found', async () => {
  await using given = await openDemo(`UPDATE flights SET active = 0 WHERE flight_number = 204;
    UPDATE flights SET visible = 0 WHERE flight_number = 205;
    UPDATE flights SET deleted_at = '2026-01-01 00:00:00' WHERE flight_number = 310`);
  assert.equal(await found(given, {}), '311 420');
  given.crewCenter.database.exec('UPDATE airlines SET active = 0');
  assert.equal(await found(given, {}), '');
});

test('a schedule without fleets takes any aircraft; rules on place, airline and rank narrow it', async () => {
  await using given = await openDemo(`DELETE FROM flight_subfleet WHERE flight_id = 'demo-dmo420'`);
  const ids = async () => {
    const { items } = await given.call('searchSchedules')(ada, { ...everything, text: '420' }, all);
    return items[0]?.aircraftIds.join(' ');
  };
  // HB-JMK is reserved for Ben's bid.
  assert.equal(await ids(), '3 1 4');
  assert.equal(await found(given, { aircraftId: '1' }), '204 205 420');
  given.crewCenter.database.exec(rule('pireps.only_aircraft_at_dpt_airport', 'true'));
  assert.equal(await ids(), '3 1');
  assert.equal(await found(given, { aircraftId: '1' }), '204 420');
  given.crewCenter.database.exec('UPDATE subfleets SET airline_id = 7 WHERE id = 1');
  given.crewCenter.database.exec(rule('flights.only_company_aircraft', 'true'));
  assert.equal(await ids(), '3');
  assert.equal(await found(given, { aircraftId: '1' }), '');
  given.crewCenter.database.exec('DELETE FROM subfleet_rank');
  assert.equal(await ids(), '');
});

test('only flights from where the pilot is: others are neither found nor booked', async () => {
  await using given = await openDemo(rule('pilots.only_flights_from_current', 'true'));
  assert.equal(await found(given, {}, cleo), '311');
  const elsewhere = given.call('book')(cleo, { scheduleId: 'demo-dmo420', aircraftId: null });
  await refuses(elsewhere, 'crew-center-refused', /You are at EDDF, but the flight departs from LSZH/);
  await refuses(given.call('charter')(cleo, charter), 'invalid', /You are at EDDF/);
  assert.deepEqual(await given.platform.listBids(cleo), []);
});

const refusedBookings: readonly (readonly [string, string, RefusalCode, RegExp])[] = [
  [
    'a second bid',
    rule('bids.allow_multiple_bids', 'false'),
    'crew-center-refused',
    /this airline allows one at a time/,
  ],
  ['a schedule that is taken', '', 'crew-center-refused', /Another pilot has a bid/],
  ['one that the rank cannot fly', 'DELETE FROM subfleet_rank', 'crew-center-refused', /no aircraft available to you/],
  ['one that is hidden', 'UPDATE flights SET visible = 0', 'not-found', /no such schedule/],
  ['one to an unknown airport', `DELETE FROM airports`, 'crew-center-refused', /does not know the airport/],
  ['one to an airport that is gone', `UPDATE airports SET deleted_at = 'x'`, 'crew-center-refused', /is retired/],
];
for (const [what, sql, code, message] of refusedBookings) {
  test(`${what} is refused, and leaves no bid`, async () => {
    await using given = await openDemo(sql);
    const before = given.crewCenter.all('SELECT * FROM bids');
    const scheduleId = what === 'a schedule that is taken' ? 'demo-dmo205' : 'demo-dmo420';
    await refuses(given.call('book')(ada, { scheduleId, aircraftId: null }), code, message);
    assert.deepEqual(given.crewCenter.all('SELECT * FROM bids'), before);
    assert.equal(given.crewCenter.get(`SELECT has_bid FROM flights WHERE id = 'demo-dmo420'`)?.has_bid, 0);
  });
}

test('a refusal of a booking is in words for the pilot, also of a charter, and names no rule', async () => {
  await using given = await openDemo(rule('bids.allow_multiple_bids', 'false'));
  const inWords = (call: Promise<unknown>, words: RegExp) =>
    assert.rejects(call, ({ message }: Error) => words.test(message) && !message.includes('bids.'));
  await inWords(given.call('charter')(ada, charter), /this airline allows one at a time/);
  await inWords(given.call('book')(ada, { scheduleId: 'demo-dmo420', aircraftId: null }), /allows one at a time/);
  await inWords(given.call('book')(cleo, { scheduleId: 'demo-dmo205', aircraftId: null }), /Another pilot has a bid/);
  assert.equal(given.crewCenter.all('SELECT id FROM flights WHERE owner_id IS NOT NULL').length, 0);
});

test('an aircraft that another pilot’s bid keeps is refused by name', async () => {
  await using given = await openDemo();
  const kept = given.call('book')(cleo, { scheduleId: 'demo-dmo420', aircraftId: '2' });
  await refuses(kept, 'invalid', /HB-JMK is reserved for another pilot's bid/);
  const [bid] = await given.platform.listBids(ada);
  await refuses(given.call('chooseAircraft')(ada, bid?.id ?? '', '2'), 'invalid', /HB-JMK is reserved/);
});

test('a charter is a schedule of its pilot alone, and goes with its bid or when it was flown', async () => {
  await using given = await openDemo();
  const charters = () => given.crewCenter.all('SELECT * FROM flights WHERE owner_id IS NOT NULL');
  const bid = await given.call('charter')(ada, charter);
  assert.equal((await given.call('charter')(ada, charter)).id, bid.id);
  const { plan } = bid;
  assert.deepEqual(
    [plan.ident, plan.callsign, plan.departure.icao, plan.aircraft?.registration],
    [...['DM77', 'DMO77', 'LSZH', 'HB-JLP']],
  );
  assert.deepEqual([plan.plannedFlightTimeMin, plan.route, plan.distanceNm], [110, 'DEGES', 538]);
  assert.equal(charters().length, 1);
  assert.equal(listSchedules(given.crewCenter).length, 5);
  assert.equal(await found(given, { text: '77' }), '');
  await refuses(
    given.call('book')(ben, { scheduleId: plan.scheduleId ?? '', aircraftId: null }),
    'not-found',
    /no such/,
  );
  await refuses(
    addBid(given.crewCenter, { pilotId: ben, schedule: 'DM77', aircraft: null }),
    'not-found',
    /no schedule/,
  );
  await given.call('unbook')(ada, bid.id);
  assert.deepEqual(charters(), []);

  const again = await given.call('charter')(ada, charter);
  const flight = { id: 'F', pirepId: 'P', pilotId: ada, bidId: again.id, startedAt: 0 };
  const flown = { ...flight, plan: again.plan, aircraft: again.plan.aircraft };
  await given.platform.openPirep(flown);
  await given.platform.filePirep(flown, fullPirep());
  assert.deepEqual(charters(), []);
  assert.equal((await given.call('latestPirep')(ada))?.ident, 'DM77');
});

test('a charter on which there are two bids stays until the last of them is gone', async () => {
  await using given = await openDemo();
  const { crewCenter } = given;
  const charters = () => crewCenter.all('SELECT has_bid FROM flights WHERE owner_id IS NOT NULL');
  const { id } = await given.call('charter')(ada, charter);
  crewCenter.run('INSERT INTO bids (user_id, flight_id) SELECT user_id, flight_id FROM bids WHERE id = ?', Number(id));
  await given.call('unbook')(ada, id);
  assert.deepEqual(
    charters().map((row) => row.has_bid),
    [1],
  );
  const [other] = crewCenter.all(
    'SELECT id FROM bids WHERE flight_id IN (SELECT id FROM flights WHERE owner_id IS NOT NULL)',
  );
  await given.call('unbook')(ada, String(other?.id));
  assert.deepEqual(charters(), []);
});

test('an import of schedules leaves a charter of the same number alone', async () => {
  await using given = await openDemo();
  await given.call('charter')(ada, charter);
  const csv = 'airline,flight_number,dpt_airport,arr_airport\nDMO,77,LSZH,LEPA';
  const done = await importFile(given.crewCenter, scheduleImports, csv);
  assert.deepEqual(done, { kind: 'imported', added: 1, changed: 0, unchanged: 0, kept: [] });
  assert.equal(await found(given, { text: '77' }), '77');
});

test('the aircraft of an open PIREP changes by the rules of a start, once', async () => {
  await using given = await openDemo();
  const [bid] = await given.platform.listBids(ada);
  assert.ok(bid !== undefined);
  const begun = { id: 'F', pirepId: 'P', pilotId: ada, bidId: bid.id, plan: bid.plan, startedAt: 0 };
  await given.platform.openPirep({ ...begun, aircraft: bid.plan.aircraft });
  const told: string[] = [];
  given.crewCenter.events.listen(({ name }) => told.push(name));
  const other = { id: '4', icao: null, name: null, registration: null };
  await given.platform.changeAircraft({ ...begun, aircraft: other });
  await given.platform.changeAircraft({ ...begun, aircraft: other });
  await given.platform.changeAircraft({ ...begun, aircraft: null });
  assert.deepEqual(told, ['PirepUpdated']);
  assert.equal(given.crewCenter.get('SELECT aircraft_id FROM pireps')?.aircraft_id, 4);
  const kept = given.platform.changeAircraft({ ...begun, aircraft: { ...other, id: '2' } });
  await refuses(kept, 'invalid', /HB-JMK is reserved/);
});

test('a pilot sees the rank with its level, and the fleet that the rank may fly', async () => {
  await using given = await openDemo(`INSERT INTO ranks (id, name, hours) VALUES (9, 'Cadet', 0), (10, 'Chief', 500);
    UPDATE ranks SET hours = 50, image_url = 'javascript:alert(1)' WHERE id = 1;
    INSERT INTO subfleet_rank (rank_id, subfleet_id) VALUES (9, 2);
    DELETE FROM subfleet_rank WHERE rank_id = 1 AND subfleet_id = 1; UPDATE aircraft SET status = 'R' WHERE id = 4`);
  const { rank, firstName, lastName } = await given.call('profile')(ada);
  assert.deepEqual([firstName, lastName, rank], ['Ada', 'Keller', { name: 'Captain', imageUrl: null, level: 2 }]);
  const fleet = await given.call('listFleet')(ada);
  assert.deepEqual(
    fleet.map(({ registration, isAllowed, minRank }) => [registration, isAllowed, minRank]),
    [
      ['HB-JLP', true, 'Cadet'],
      ['HB-JMJ', false, null],
      ['HB-JMK', false, null],
    ],
  );
});

test('bids are told when they are made, changed, removed and flown', async () => {
  await using given = await openDemo();
  const told: string[] = [];
  given.crewCenter.events.listen((event) => {
    if ('bid' in event)
      told.push(`${event.name} ${event.bid.flightNumber} ${event.bid.aircraftId} ${event.bid.isCharter}`);
    else told.push(event.name);
  });
  const bid = await given.call('book')(ada, { scheduleId: 'demo-dmo420', aircraftId: null });
  await given.call('book')(ada, { scheduleId: 'demo-dmo420', aircraftId: null });
  await given.call('chooseAircraft')(ada, bid.id, '3');
  await given.call('chooseAircraft')(ada, bid.id, '3');
  await given.call('unbook')(ada, bid.id);
  await given.call('unbook')(ada, bid.id);
  await assert.rejects(given.call('book')(cleo, { scheduleId: 'demo-dmo205', aircraftId: null }));
  assert.deepEqual(told.splice(0), ['BidAdded 420 null false', 'BidChanged 420 3 false', 'BidRemoved 420 3 false']);
  const own = await given.call('charter')(ada, charter);
  const flown = { id: 'F', pirepId: 'P', pilotId: ada, bidId: own.id, plan: own.plan, startedAt: 0 };
  await given.platform.openPirep({ ...flown, aircraft: own.plan.aircraft });
  await given.platform.filePirep({ ...flown, aircraft: own.plan.aircraft }, fullPirep());
  const names = ['BidAdded 77 3 true', 'PirepPrefiled', 'BidRemoved 77 3 true', 'PirepFiled', 'PirepAccepted'];
  assert.deepEqual(told, names);
});

test('charters can be switched off', async () => {
  await using given = await openDemo(rule('flights.allow_charters', 'false'));
  await refuses(given.call('charter')(ada, charter), 'crew-center-refused', /does not take charters/);
});

test('news is signed by the airline, the newest first', async () => {
  await using given = await openDemo();
  for (const title of ['One', 'Two', 'Three']) await addNews(given.crewCenter, { title, body: '<b>Daily</b>' });
  const news = await given.call('news')(2);
  assert.deepEqual(
    news.map(({ title, author, body }) => [title, author, body]),
    [
      ['Three', 'Demo Air', '<b>Daily</b>'],
      ['Two', 'Demo Air', '<b>Daily</b>'],
    ],
  );
});
