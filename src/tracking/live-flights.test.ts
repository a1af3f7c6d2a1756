import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../test/journal-samples.ts';
import { LiveFlight } from './live-flight.ts';
import { LiveFlights } from './live-flights.ts';

const nothingSealed = { hasSealedReport: () => false };
const live = (number: number, pirepId: string) =>
  new LiveFlight(
    { flight: { ...sampleFlight(number), id: `f${number}`, pirepId }, delivered: 0, sealed: null },
    nothingSealed,
  );

test('a flight is found by the names that it has, and nothing is kept of one that is removed', () => {
  const flights = new LiveFlights();
  const flight = live(1, 'chosen');
  flights.add(flight);
  flights.update(flight, { pirepId: 'adopted' });
  assert.equal(flights.byPirepId('chosen'), undefined);
  assert.equal(flights.byPirepId('adopted'), flight);
  flights.update(flight, { pirepId: 'anew', formerPirepIds: ['adopted'] });
  for (const name of ['adopted', 'anew']) assert.equal(flights.byPirepId(name), flight);
  flights.remove(flight);
  for (const name of ['chosen', 'adopted', 'anew']) assert.equal(flights.byPirepId(name), undefined);
});

test('a name that another flight has taken over stays with that one', () => {
  const flights = new LiveFlights();
  const [first, second] = [live(1, 'shared'), live(2, 'shared')];
  flights.add(first);
  flights.add(second);
  flights.remove(first);
  assert.equal(flights.byPirepId('shared'), second);
});
