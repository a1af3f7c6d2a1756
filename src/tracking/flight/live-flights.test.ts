import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Flight } from '../model.ts';
import { Refusal } from '../refusals.ts';
import { Changes } from './changes.ts';
import { LiveFlight } from './live-flight.ts';
import { LiveFlights } from './live-flights.ts';

const nothingSealed = { hasSealedReport: () => false };
const live = (number: number, pirepId: string) =>
  new LiveFlight(
    { flight: { ...sampleFlight(number), id: `f${number}`, pirepId }, delivered: 0, sealed: null },
    nothingSealed,
  );

const fail = (error: unknown) => assert.fail(String(error));
const storing = { saveFlight: async () => undefined };
const cursors = { close: async () => undefined };
const emptyFlights = () => new LiveFlights(storing, new ManualClock(0), cursors, new Changes(fail));

test('a flight is found by each of its names, and by none once it is removed', async () => {
  const flights = emptyFlights();
  const flight = live(1, 'chosen');
  flights.add(flight);
  await flights.apply(flight, { kind: 'adopted', pirepId: 'adopted' });
  assert.equal(flights.byPirepId('chosen'), undefined);
  assert.equal(flights.byPirepId('adopted'), flight);
  await flights.apply(flight, { kind: 'renewing', pirepId: 'again' });
  for (const name of ['adopted', 'again']) assert.equal(flights.byPirepId(name), flight);
  flights.remove(flight);
  for (const name of ['chosen', 'adopted', 'again']) assert.equal(flights.byPirepId(name), undefined);
});

test('a name that another flight has taken over remains with that flight', () => {
  const flights = emptyFlights();
  const [first, second] = [live(1, 'shared'), live(2, 'shared')];
  flights.add(first);
  flights.add(second);
  flights.remove(first);
  assert.equal(flights.byPirepId('shared'), second);
});

test('a transition that cannot be stored is undone, and listeners are not notified', async () => {
  const notified: string[] = [];
  const changes = new Changes(fail);
  changes.listen(({ kind }) => notified.push(kind));
  const full = new Refusal('journal-full', { message: 'full' });
  const flights = new LiveFlights({ saveFlight: () => Promise.reject(full) }, new ManualClock(0), cursors, changes);
  const flight = live(1, 'one');
  flights.add(flight);
  const before = flight.flight;
  await assert.rejects(flights.apply(flight, { kind: 'suspended', lastReportAt: 5 }), full);
  assert.equal(flight.flight, before);
  assert.deepEqual(notified, []);
});

/** A journal whose writes the test settles one by one. */
function slowJournal() {
  const writes: PromiseWithResolvers<void>[] = [];
  const saveFlight = () => {
    const write = Promise.withResolvers<void>();
    writes.push(write);
    return write.promise;
  };
  const flights = new LiveFlights({ saveFlight }, new ManualClock(0), cursors, new Changes(fail));
  const flight = live(1, 'one');
  flights.add(flight);
  return { flights, flight, writes };
}

for (const stored of [[], [0], [0, 1], [0, 1, 2], [1], [2], [0, 2], [1, 2]]) {
  test(`of three transitions at the same time, ${stored.length === 0 ? 'none' : stored.join(' and ')} can be stored`, async () => {
    const { flights, flight, writes } = slowJournal();
    const before = flight.flight;
    const applied: Flight[] = [];
    const settled = (['ivao', 'vatsim', 'poscon'] as const).map((network) => {
      const done = flights.apply(flight, { kind: 'network-named', network }).catch(() => null);
      applied.push(flight.flight);
      return done;
    });
    for (const [index, write] of writes.entries()) {
      if (stored.includes(index)) write.resolve();
      else write.reject(new Refusal('journal-full', { message: 'full' }));
      await settled[index];
    }
    assert.equal(flight.flight, applied[stored.at(-1) ?? -1] ?? before);
  });
}

test('a flight is kept until the transition that ends it is stored, and afterwards has no name', async () => {
  const { flights, flight, writes } = slowJournal();
  const [first, last, late] = [
    flights.apply(flight, { kind: 'set-aside', reason: 'why' }),
    flights.apply(flight, { kind: 'ended-by-host', reason: 'gone', summary: flight.summary() }),
    flights.apply(flight, { kind: 'adopted', pirepId: 'another' }),
  ];
  writes[0]?.resolve();
  await first;
  assert.equal(flights.byId('f1'), flight);
  writes[1]?.resolve();
  await last;
  assert.equal(flights.byId('f1'), undefined);
  writes[2]?.reject(new Refusal('journal-full', { message: 'full' }));
  await assert.rejects(late);
  for (const name of ['one', 'another']) assert.equal(flights.byPirepId(name), undefined);
});

test('a flight that is over is removed; one whose cancellation the crew center has not confirmed is kept', async () => {
  const flights = emptyFlights();
  const flight = live(1, 'one');
  flights.add(flight);
  const summary = flight.summary();
  await flights.apply(flight, { kind: 'ended', to: 'cancelled', reason: null, summary });
  assert.equal(flights.byId('f1'), flight);
  await flights.apply(flight, { kind: 'cancel-settled' });
  assert.equal(flights.byId('f1'), undefined);
});
