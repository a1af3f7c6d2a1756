import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../../test/journal/suite/samples.ts';
import { nothingReported } from '../figures/pirep.ts';
import type { Flight, FlightState, FlightSummary, Receipt } from '../model.ts';
import { apply, isOver } from './flight.ts';
import type { Transition } from './transition.ts';

const summary: FlightSummary = {
  phase: 'arrived',
  lastPosition: null,
  lastSeq: 7,
  positionCount: 8,
  eventCount: 1,
  distanceFlownNm: 12.5,
};
const receipt = { flightId: 'flight-1', pirepId: 'theirs' } as Omit<Receipt, 'filedAt'>;
const aircraft = { id: '4', icao: 'A320', name: null, registration: 'HB-IJA' };

const states: readonly FlightState[] = ['starting', 'open', 'suspended', 'filing', 'filed', 'cancelled', 'abandoned'];

/** Each transition, the states it is possible in, the resulting state, and the change that listeners receive. */
const cases: readonly (readonly [Transition, readonly FlightState[], FlightState | 'same', string | null])[] = [
  [{ kind: 'opened', pirepId: 'theirs' }, ['starting'], 'open', 'started'],
  [{ kind: 'refused', reason: 'No.' }, ['starting'], 'abandoned', 'refused'],
  [{ kind: 'interrupted', reason: 'x', isOpenAtHost: true }, ['starting'], 'abandoned', 'abandoned'],
  [{ kind: 'resumed' }, ['open', 'suspended'], 'open', 'resumed'],
  [{ kind: 'suspended', lastReportAt: 4 }, ['open', 'suspended'], 'suspended', 'suspended'],
  [{ kind: 'took-off', takeoffAt: 5 }, ['open', 'suspended'], 'same', 'took-off'],
  [
    { kind: 'landed', landing: { at: 6, rateFpm: -90, isRateEstimated: true } },
    ['open', 'suspended'],
    'same',
    'landed',
  ],
  [{ kind: 'finishing', figures: nothingReported, rules: null }, ['open', 'suspended'], 'filing', 'filing'],
  [{ kind: 'filed', receipt, summary, isUnsure: false }, ['filing'], 'filed', 'filed'],
  [{ kind: 'filed', receipt, summary, isUnsure: true }, ['filing'], 'filed', 'filed'],
  [{ kind: 'checked', undone: null }, ['filed'], 'same', null],
  [
    { kind: 'ended', to: 'cancelled', reason: 'Weather', summary },
    ['starting', 'open', 'suspended'],
    'cancelled',
    'cancelled',
  ],
  [{ kind: 'cancel-settled' }, ['cancelled', 'abandoned'], 'same', null],
  [{ kind: 'ended-by-host', reason: 'x', summary }, ['open', 'suspended', 'filing'], 'cancelled', 'cancelled'],
  [{ kind: 'renewing', pirepId: 'second' }, ['open', 'suspended', 'filing'], 'same', 'renewed'],
  [{ kind: 'aircraft-changed', aircraft }, ['open', 'suspended'], 'same', 'aircraft-changed'],
  [{ kind: 'network-named', network: 'ivao' }, ['open', 'suspended'], 'same', null],
  [
    { kind: 'network-read', track: { network: 'ivao', read: [], seen: [], signs: [] } },
    ['open', 'suspended'],
    'same',
    null,
  ],
  [{ kind: 'aircraft-delivered', aircraft }, ['open', 'suspended', 'filing'], 'same', null],
  [{ kind: 'aircraft-refused', aircraft }, ['open', 'suspended', 'filing'], 'same', null],
];

for (const [transition, possibleIn, to, notified] of cases) {
  test(`${transition.kind}: possible ${possibleIn.join(', ')}`, () => {
    for (const state of states) {
      const before = Object.freeze(sampleFlight(1, { state }));
      if (!possibleIn.includes(state)) assert.throws(() => apply(before, transition, 7), /cannot be/);
      else {
        const { flight, change } = apply(before, transition, 7);
        assert.equal(flight.state, to === 'same' ? state : to);
        assert.equal(change, notified);
        assert.equal(flight.plan, before.plan);
      }
    }
  });
}

const after = (flight: Flight, ...transitions: readonly Transition[]): Flight =>
  transitions.reduce((document, each) => apply(document, each, 7).flight, flight);

test('a flight that ends without a PIREP is over once the crew center has cancelled its PIREP', () => {
  const ended = after(sampleFlight(1), { kind: 'ended', to: 'abandoned', reason: 'Late', summary });
  assert.deepEqual(ended.intent, { kind: 'cancel', at: 7, reason: 'Late', to: 'abandoned' });
  assert.equal(isOver(ended), false);
  assert.equal(isOver(after(ended, { kind: 'cancel-settled' })), true);
});

test('a flight that is suspended keeps when it last reported: by that it is given up, also after a restart', () => {
  const suspended = after(sampleFlight(1, { lastReportAt: 1 }), { kind: 'suspended', lastReportAt: 4 });
  assert.equal(suspended.lastReportAt, 4);
});

test('a filed flight has its receipt, its end and its summary, and no intent', () => {
  const filed = after(
    sampleFlight(1),
    { kind: 'finishing', figures: nothingReported, rules: null },
    { kind: 'filed', receipt, summary, isUnsure: false },
  );
  assert.deepEqual(
    [filed.receipt, filed.endedAt, filed.summary, filed.intent],
    [{ ...receipt, filedAt: 7 }, 7, summary, null],
  );
  assert.equal(filed.pirepId, 'theirs');
  assert.equal(isOver(filed), true);
});

test('the ids of a lost PIREP remain names of the flight, unless no new one was opened', () => {
  const flight = sampleFlight(1, { pirepId: 'first' });
  const renewing = after(flight, { kind: 'renewing', pirepId: 'second' });
  assert.deepEqual([renewing.pirepId, renewing.formerPirepIds], ['second', ['first']]);
  assert.equal(after(renewing, { kind: 'adopted', pirepId: 'third' }).pirepId, 'third');
  const back = after(renewing, { kind: 'renewal-refused', pirepId: 'first', formerPirepIds: [] });
  assert.deepEqual(back, flight);
});

test('the aircraft that the crew center has is kept until a change is delivered or refused', () => {
  const other = { ...aircraft, id: '5', registration: 'HB-IJB' };
  const first = sampleFlight(1);
  const from = first.aircraft;
  const changed = after(first, { kind: 'aircraft-changed', aircraft });
  assert.deepEqual([changed.aircraft, changed.pendingAircraft], [aircraft, { from }]);
  const delivered = after(changed, { kind: 'aircraft-delivered', aircraft });
  assert.deepEqual([delivered.aircraft, delivered.pendingAircraft], [aircraft, null]);
  assert.deepEqual(apply(changed, { kind: 'aircraft-refused', aircraft }, 5), {
    flight: first,
    change: 'aircraft-changed',
  });

  const twice = after(changed, { kind: 'aircraft-changed', aircraft: other });
  assert.deepEqual([twice.aircraft, twice.pendingAircraft], [other, { from }]);
  // The response applies to the first of the two.
  const half = after(twice, { kind: 'aircraft-delivered', aircraft });
  assert.deepEqual([half.aircraft, half.pendingAircraft], [other, { from: aircraft }]);
  assert.equal(after(half, { kind: 'aircraft-refused', aircraft: other }).aircraft, aircraft);
  assert.deepEqual(apply(twice, { kind: 'aircraft-refused', aircraft }, 5), { flight: twice, change: null });
});
