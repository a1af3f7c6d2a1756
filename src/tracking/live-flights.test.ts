import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../test/journal-samples.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { Changes } from './changes.ts';
import { LiveFlight } from './live-flight.ts';
import { LiveFlights } from './live-flights.ts';
import { Refusal } from './refusals.ts';

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
