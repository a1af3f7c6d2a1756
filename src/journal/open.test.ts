import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  noon,
  openSample,
  sampleEvent,
  sampleFlight,
  samplePosition,
  temporaryDirectory,
  unsealedOf,
} from '../../test/journal-samples.ts';
import type { Journal } from './journal.ts';

test('reports come back by number, with the values that were stored, before and after a reopening', async (t) => {
  const directory = temporaryDirectory(t);
  let journal = await openSample(directory);
  await journal.saveFlight(sampleFlight(1));
  const first = journal.appendPositions(1, [samplePosition(0), samplePosition(1)]);
  const second = journal.appendEvents(1, [sampleEvent(1)]);
  const third = journal.appendPositions(1, [samplePosition(2)]);
  await Promise.all([first.durable, second.durable, third.durable]);
  const { firstNumber } = first;
  const expected = [
    { number: firstNumber, kind: 'position', position: samplePosition(0) },
    { number: firstNumber + 1, kind: 'position', position: samplePosition(1) },
    { number: firstNumber + 2, kind: 'event', event: sampleEvent(1) },
    { number: firstNumber + 3, kind: 'position', position: samplePosition(2) },
  ];
  assert.deepEqual(await journal.readReports(1), expected);
  assert.deepEqual(await journal.readReports(1, { after: firstNumber, limit: 2 }), expected.slice(1, 3));
  await journal.close();
  journal = await openSample(directory);
  assert.deepEqual(await journal.readReports(1), expected);
  assert.deepEqual(journal.initial.flights, [{ flight: sampleFlight(1), delivered: 0, sealed: null }]);
  assert.deepEqual(unsealedOf(journal), expected);
  const next = journal.appendPositions(1, [samplePosition(3)]);
  assert.equal(next.firstNumber, firstNumber + 4);
  await journal.close();
});

test('paperwork comes back after a reopening', async (t) => {
  const directory = temporaryDirectory(t);
  const before = await openSample(directory);
  const number = before.nextFlightNumber();
  const session = {
    tokenHash: 'aa',
    pilotId: '7',
    pilotIdent: 'VMS0007',
    pilotName: 'Ada',
    credentialVersion: 'v1',
    createdAt: noon,
    expiresAt: noon + 1000,
    lifetime: 'normal' as const,
  };
  await before.saveFlight(sampleFlight(number, { state: 'starting', intent: { kind: 'start', at: noon } }));
  await before.saveSession(session);
  await before.saveSession({ ...session, tokenHash: 'bb' });
  await before.saveSession({ ...session, tokenHash: 'cc', lifetime: 'long' });
  await before.deleteSessions(['bb']);
  await before.saveLoginFailure({ at: noon - 25 * 3600_000, loginHash: 'x', address: '::1', account: null });
  await before.saveLoginFailure({ at: noon - 1, loginHash: 'y', address: '::1', account: '7' });
  await before.saveDelivered(number, 17);
  await before.saveNote('edge', 'abc');
  await before.saveNote('gone', 'abc');
  await before.saveNote('gone', null);
  const entry = { at: noon, actor: 'operator@cli', action: 'release', subject: 'flight-1', detail: null };
  await before.saveAudit(entry);
  await before.saveAudit({ ...entry, action: 'finish' });
  await before.close();

  const after = await openSample(directory);
  assert.deepEqual(after.initial.sessions, [session, { ...session, tokenHash: 'cc', lifetime: 'long' }]);
  assert.deepEqual(after.initial.loginFailures, [{ at: noon - 1, loginHash: 'y', address: '::1', account: '7' }]);
  assert.equal(after.initial.flights[0]?.delivered, 17);
  assert.deepEqual(after.initial.flights[0]?.flight.intent, { kind: 'start', at: noon });
  assert.equal(after.readNote('edge'), 'abc');
  assert.equal(after.readNote('gone'), null);
  assert.deepEqual(
    (await after.listAudit(10)).map(({ action }) => action),
    ['finish', 'release'],
  );
  assert.equal(after.nextFlightNumber(), number + 1);
  await after.close();
});

test('flights are found by any of their names, by pilot and by state', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  await fillFlights(journal);
  const found = async (name: { flightId: string } | { pirepId: string }) => (await journal.readFlight(name))?.number;
  assert.equal(await found({ flightId: 'flight-2' }), 2);
  assert.equal(await found({ pirepId: 'pirep-2' }), 2);
  assert.equal(await found({ pirepId: 'old-2' }), 2);
  assert.equal(await found({ flightId: 'nobody' }), undefined);
  assert.equal((await journal.readLastEnded('7'))?.number, 1);
  assert.equal(await journal.readLastEnded('8'), null);
  const listed = async (filter: Parameters<Journal['listFlights']>[0]) =>
    (await journal.listFlights(filter)).map(({ number }) => number);
  assert.deepEqual(await listed({}), [4, 3, 2, 1]);
  assert.deepEqual(await listed({ pilotId: '7', limit: 2 }), [3, 2]);
  assert.deepEqual(await listed({ states: ['open', 'filed'] }), [4, 3, 1]);
  await journal.close();
});

async function fillFlights(journal: Journal): Promise<void> {
  await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: noon + 900 }));
  await journal.saveFlight(sampleFlight(2, { state: 'open' }));
  await journal.saveFlight(sampleFlight(2, { state: 'cancelled', endedAt: noon + 500, formerPirepIds: ['old-2'] }));
  await journal.saveFlight(sampleFlight(3));
  await journal.saveFlight(sampleFlight(4, { pilot: { id: '8', ident: 'VMS0008', name: 'Bo' } }));
}

test('only flights that are under way, have an intent or undelivered reports are there at opening', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  const ended = { state: 'filed', endedAt: noon } as const;
  for (const number of [1, 2, 3, 4]) await journal.saveFlight(sampleFlight(number));
  const numbers = [1, 2].map((flight) => journal.appendPositions(flight, [samplePosition(0)]).firstNumber);
  await journal.saveDelivered(1, numbers[0] ?? 0);
  for (const number of [1, 2]) await journal.saveFlight(sampleFlight(number, ended));
  await journal.saveFlight(
    sampleFlight(3, {
      state: 'cancelled',
      endedAt: noon,
      intent: { kind: 'cancel', at: noon, reason: null, to: 'cancelled' },
    }),
  );
  await journal.close();
  const again = await openSample(directory);
  assert.deepEqual(
    again.initial.flights.map(({ flight }) => flight.number),
    [2, 3, 4],
  );
  await again.saveDelivered(2, numbers[1] ?? 0);
  await again.close();
  const last = await openSample(directory);
  assert.deepEqual(
    last.initial.flights.map(({ flight }) => flight.number),
    [3, 4],
  );
  await last.close();
});

test('after closing, writes are refused', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  const { durable } = journal.appendPositions(1, [samplePosition(0)]);
  const closed = journal.close();
  assert.throws(() => journal.appendPositions(1, [samplePosition(1)]), { code: 'shutting-down' });
  await assert.rejects(journal.saveNote('a', 'b'), { code: 'shutting-down' });
  await closed;
  await durable;
  await journal.close();
});

test('flights come in pages, newest first, and a page that matches little still ends', async (t) => {
  const journal = await openSample(temporaryDirectory(t));
  await fillFlights(journal);
  const page = async (request: Parameters<Journal['pageFlights']>[0]) => {
    const { flights, next } = await journal.pageFlights(request);
    return [flights.map(({ number }) => number), next];
  };
  assert.deepEqual(await page({ limit: 3 }), [[4, 3, 2], 2]);
  assert.deepEqual(await page({ limit: 3, before: 2 }), [[1], null]);
  assert.deepEqual(await page({ limit: 4 }), [[4, 3, 2, 1], 1]);
  assert.deepEqual(await page({ limit: 4, before: 1 }), [[], null]);
  assert.deepEqual(await page({ limit: 9, states: ['filed', 'cancelled'] }), [[2, 1], null]);
  assert.deepEqual(await page({ limit: 9, endedSince: noon + 901 }), [[4, 3], null]);
  assert.deepEqual(await page({ limit: 9, pilotIdent: 'vms0008' }), [[4], null]);
  for (let number = 5; number <= 4_010; number++) await journal.saveFlight(sampleFlight(number));
  assert.deepEqual(await page({ limit: 9, pilotIdent: 'VMS0008' }), [[], 11], 'no more than 4,000 are read for a page');
  assert.deepEqual(await page({ limit: 9, pilotIdent: 'VMS0008', before: 11 }), [[4], null]);
  await journal.close();
});
