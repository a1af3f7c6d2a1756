import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { configOf, run } from '../../../test/command-line.ts';
import { placeEmptyCrewCenter } from '../../../test/empty-crew-center.ts';
import { demoPassword, seedDemo } from '../../platform/embedded/demo.ts';
import { embeddedFileName } from '../../platform/embedded/embedded.ts';
import { openServer } from '../../server/app.ts';

/** The demo airline with a server, and what commands on it print. */
async function openAirline(t: TestContext) {
  const data = mkdtempSync(join(tmpdir(), 'cli-changes-'));
  t.after(() => rmSync(data, { recursive: true }));
  await placeEmptyCrewCenter(join(data, embeddedFileName));
  const server = await openServer({ config: configOf(data), replace: { passwordCost: 4 } });
  t.after(() => server[Symbol.asyncDispose]());
  assert.ok(server.tracker.crewCenter.embedded !== null);
  await seedDemo(server.tracker.crewCenter.embedded.crewCenter);
  const ask = (...words: readonly string[]) => run([...words, '--data', data]);
  return {
    data,
    url: server.url,
    ask,
    async done(...words: readonly string[]) {
      const { code, out, err } = await ask(...words);
      assert.deepEqual([code, err], [0, ''], words.join(' '));
      return out;
    },
    async json(...words: readonly string[]) {
      return JSON.parse((await ask(...words, '--json')).out);
    },
    async refused(pattern: RegExp, ...words: readonly string[]) {
      const { code, out, err } = await ask(...words);
      assert.deepEqual([code, out], [1, ''], words.join(' '));
      assert.match(err, pattern);
    },
  };
}

/** Starts the pilot's newest bid. Returns the flight's id. */
async function start(url: string, login: string): Promise<string> {
  const ask = async (path: string, token: string | null, body?: object) => {
    const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(`${url}/api/tracker/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    assert.ok(reply.ok, await reply.clone().text());
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return (await reply.json()) as any;
  };
  const { token } = await ask('auth', null, { login, password: demoPassword });
  const { bids } = await ask('bids', token);
  return (await ask('start', token, { bid_id: bids[0].id })).flight_id;
}

test('a pilot is edited, and removed with the bids but not while flying; the PIREPs stay without a name', async (t) => {
  const { ask, done, json, refused, url } = await openAirline(t);
  assert.match(
    await done('pilot', 'edit', 'DMO0001', '--name', 'Ada K.', '--at', 'mmun', '--standing', 'on-leave'),
    /Changed DMO0001 Ada K\./,
  );
  const ada = (await json('pilot', 'list')).find(
    (each: { pilot: { ident: string } }) => each.pilot.ident === 'DMO0001',
  );
  assert.deepEqual([ada.pilot.name, ada.pilot.currentAirport, ada.pilot.standing], ['Ada K.', 'MMUN', 'on-leave']);
  await refused(/E-mail: .* belongs to another pilot/, 'pilot', 'edit', 'DMO0001', '--email', 'ben@demo-air.example');
  await refused(/Rank: there is no rank Admiral\. Choose one of /, 'pilot', 'edit', 'DMO0001', '--rank', 'Admiral');
  await refused(/Standing: choose one of/, 'pilot', 'edit', 'DMO0001', '--standing', 'deleted');
  await refused(/There is no pilot DMO0009\. Did you mean "DMO0001"\?/, 'pilot', 'remove', 'DMO0009');
  await done('pilot', 'edit', 'DMO0001', '--standing', 'active', '--at', 'LSZH');
  const flight = await start(url, 'ada@demo-air.example');
  await refused(/DMO0001 is on a flight in progress\. Finish or cancel/, 'pilot', 'remove', 'DMO0001');
  await done('flights', 'cancel', flight, '--reason', 'x');
  const removed = await json('pilot', 'remove', 'DMO0001');
  assert.deepEqual([removed.isKept, removed.bids > 0], [true, true]);
  assert.deepEqual(
    (await json('bid', 'list')).filter((each: { pilot: string }) => each.pilot === 'DMO0001'),
    [],
  );
  const text = (await ask('pilot', 'list', '--json')).out;
  assert.match(text, /Deleted User/);
  assert.doesNotMatch(text, /Ada|ada@|\$2/);
  await refused(/DMO0001 is already removed/, 'pilot', 'remove', 'DMO0001');
  assert.equal((await json('pilot', 'remove', 'DMO0003')).isKept, false);
  assert.doesNotMatch(await done('pilot', 'list'), /DMO0003/);
});

test('an aircraft is edited, and removed unless it flies or is reserved; adding it again restores it', async (t) => {
  const { done, json, refused, url } = await openAirline(t);
  const [bid] = (await json('bid', 'list')).filter(
    (each: { plan: { aircraft: object | null } }) => each.plan.aircraft !== null,
  );
  const { registration } = bid.plan.aircraft;
  await refused(new RegExp(`is reserved by bids: .*${bid.id}`), 'aircraft', 'remove', registration);
  const login = bid.pilot;
  const flight = await start(url, login);
  const flown = (await json('flights', 'show', flight)).flight.plan.aircraft.registration;
  await refused(/is on a flight in progress/, 'aircraft', 'remove', flown);
  await refused(/is on a flight in progress/, 'aircraft', 'edit', flown, '--at', 'MMUN');
  await done('flights', 'cancel', flight, '--reason', 'x');
  for (const each of await json('bid', 'list')) await done('bid', 'remove', each.id);
  await refused(
    /Location: there is no airport ZRH\. Did you mean LSZH \(/,
    'aircraft',
    'edit',
    registration,
    '--at',
    'ZRH',
  );
  await refused(/Status: choose one of active, maintenance/, 'aircraft', 'edit', registration, '--status', 'lost');
  const edited = await json('aircraft', 'edit', registration, '--status', 'maintenance', '--name', 'Old lady');
  assert.deepEqual([edited.status, edited.name], ['M', 'Old lady']);
  await done('aircraft', 'remove', registration.toLowerCase());
  assert.doesNotMatch(await done('aircraft', 'list'), new RegExp(registration));
  const again = await json('aircraft', 'add', registration, 'A343', '--at', 'LSZH');
  assert.deepEqual([again.id, again.status], [edited.id, 'A']);
  await refused(/already exists/, 'aircraft', 'add', registration, 'A343');
});

test('a schedule is edited by the columns of the file, and removed with its bids', async (t) => {
  const { done, json, refused, ask, url } = await openAirline(t);
  const [bid] = await json('bid', 'list');
  const id = bid.plan.scheduleId;
  assert.equal((await ask('schedule', 'edit', id)).code, 2, 'nothing to change');
  const edited = await json('schedule', 'edit', id, '--dpt-time', '08:30', '--days', '135', '--notes', 'a;b');
  assert.deepEqual([edited.dpt_time, edited.days, edited.notes], ['08:30', '135', 'a;b']);
  assert.equal((await json('schedule', 'edit', id, '--days', '')).days, '');
  await refused(/days: "9" must be digits of weekdays/, 'schedule', 'edit', id, '--days', '9');
  await refused(
    /arr_airport: there is no airport CANCUN\. Did you mean MMUN/,
    'schedule',
    'edit',
    id,
    '--arr-airport',
    'Cancun',
  );
  await refused(/airline: there is no airline DMX\. Did you mean "DMO"\?/, 'schedule', 'edit', id, '--airline', 'DMX');
  await refused(
    /There is no schedule DMO0?999|Schedule: there is no schedule/,
    'schedule',
    'edit',
    'DMO0999',
    '--level',
    '3',
  );
  const others = (await json('schedule', 'list')).filter((each: { id: string }) => each.id !== id);
  assert.ok(others.length > 0);
  const flight = await start(url, bid.pilot);
  await refused(
    /is on a flight in progress/,
    'schedule',
    'remove',
    (await json('flights', 'show', flight)).flight.plan.scheduleId,
  );
  await done('flights', 'cancel', flight, '--reason', 'x');
  assert.ok((await json('schedule', 'remove', id)).bids > 0);
  assert.ok((await json('bid', 'list')).every((each: { plan: { scheduleId: string } }) => each.plan.scheduleId !== id));
  await refused(/there is no schedule/, 'schedule', 'remove', id);
});

test('a schedule that would be the same flight as another is refused', async (t) => {
  const { data, done, refused } = await openAirline(t);
  const file = join(data, 'two.csv');
  writeFileSync(file, 'airline,flight_number,dpt_airport,arr_airport\nDMO,901,LSZH,MMUN\nDMO,902,LSZH,MMUN\n');
  await done('schedule', 'import', file);
  await refused(
    /flight_number: the schedule \S+ is the same flight/,
    'schedule',
    'edit',
    'DMO902',
    '--flight-number',
    '901',
  );
  await done('schedule', 'edit', 'DMO902', '--flight-number', '901', '--route-leg', '2');
});

test('a bid gets another aircraft, or the choice, and is removed', async (t) => {
  const { done, json, refused } = await openAirline(t);
  const [bid] = (await json('bid', 'list')).filter(
    (each: { plan: { aircraft: object | null } }) => each.plan.aircraft !== null,
  );
  const free = await json('bid', 'edit', bid.id, '--aircraft', 'any');
  assert.equal(free.plan.aircraft, null);
  const same = await json('bid', 'edit', bid.id, '--aircraft', bid.plan.aircraft.registration);
  assert.equal(same.plan.aircraft.registration, bid.plan.aircraft.registration);
  await refused(/There is no aircraft HB-XXX/, 'bid', 'edit', bid.id, '--aircraft', 'HB-XXX');
  await refused(/There is no bid 999\. See: tracker bid list/, 'bid', 'edit', '999', '--aircraft', 'any');
  await done('bid', 'remove', bid.id);
  await refused(/See: tracker bid list/, 'bid', 'remove', bid.id);
});

test('every change is in the audit log, without what is personal or secret', async (t) => {
  const { done, json } = await openAirline(t);
  await done('pilot', 'edit', 'DMO0002', '--name', 'Secret Name', '--at', 'LSZH');
  await done('aircraft', 'edit', 'HB-JMK', '--name', 'New');
  for (const bid of await json('bid', 'list')) await done('bid', 'remove', bid.id);
  await done('aircraft', 'remove', 'HB-JMK');
  const [schedule] = await json('schedule', 'list');
  await done('schedule', 'edit', schedule.id, '--level', '350');
  await done('schedule', 'remove', schedule.id);
  await done('pilot', 'remove', 'DMO0002');
  const entries: { action: string; subject: string; detail: string | null }[] = await json('audit');
  const ours = entries.filter(({ action }) => /^(pilot|aircraft|schedule)-/.test(action)).reverse();
  assert.deepEqual(
    ours.map(({ action, subject, detail }) => [action, subject, detail]),
    [
      ['pilot-edit', 'DMO0002', 'name, at'],
      ['aircraft-edit', 'HB-JMK', 'name'],
      ['aircraft-remove', 'HB-JMK', null],
      ['schedule-edit', schedule.id, 'level'],
      ['schedule-remove', schedule.id, null],
      ['pilot-remove', 'DMO0002', null],
    ],
  );
  assert.equal(entries.filter(({ action }) => action === 'bid-remove').length > 0, true);
  assert.doesNotMatch(JSON.stringify(entries), /Secret Name/);
});

test('schedules go to a file and come back unchanged, also as Excel saves it', async (t) => {
  const { data, done, json, ask } = await openAirline(t);
  const [first] = await json('schedule', 'list');
  await done('schedule', 'edit', first.id, '--notes', 'Zürich; "daily", fast', '--dpt-time', '08:30');
  const before = await done('schedule', 'export');
  assert.match(before, /^airline,flight_number,dpt_airport,/);
  const file = join(data, 'excel.csv');
  await done('schedule', 'export', file, '--excel');
  const bytes = readFileSync(file);
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.match(bytes.toString(), /^\ufeffairline;flight_number;/);
  assert.equal((await ask('schedule', 'export', file)).code, 1, 'a file that is there is not overwritten');
  const text = bytes.toString().slice(1);
  const saved: Readonly<Record<string, Buffer>> = {
    'with a byte order mark': bytes,
    'as UTF-16': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    'as Windows-1252, with carriage returns': Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'),
    'with tabs': Buffer.from(before.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/gm, '\t')),
  };
  for (const [how, content] of Object.entries(saved)) {
    const copy = join(data, 'copy.csv');
    writeFileSync(copy, content);
    assert.match(await done('schedule', 'import', copy), /^0 schedules added, 0 changed, [1-9]\d* unchanged/, how);
    assert.equal(await done('schedule', 'export'), before, how);
  }
});

test('the template is what the import takes, once its airline is there', async (t) => {
  const { data, done, refused } = await openAirline(t);
  for (const [index, words] of [[], ['--excel']].entries()) {
    const file = join(data, `template-${index}.csv`);
    await done('schedule', 'template', file, ...words);
    if (index === 0) {
      await refused(/:2: airline: there is no airline ABC/, 'schedule', 'import', file);
      await done('airline', 'add', 'ABC', 'Example');
    }
    assert.match(await done('schedule', 'import', file), index === 0 ? /^1 schedules added/ : /0 changed, 1 unchanged/);
  }
});
