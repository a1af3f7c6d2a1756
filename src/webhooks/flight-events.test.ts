import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight } from '../../test/journal/suite/samples.ts';
import { eventsOf } from './flight-events.ts';

const filed = { number: 7, at: noon, kind: 'filed', flight: sampleFlight(1) };

test('a change that is read again after a crash is the same event, with the same id', () => {
  const [event] = eventsOf(filed);
  assert.match(event?.id ?? '', /^msg_[0-9a-f]{32}$/);
  assert.deepEqual(eventsOf(structuredClone(filed)), [event]);
});

test('another change has another id: by its number, its time, its flight and its type', () => {
  const others = [
    { ...filed, number: 8 },
    { ...filed, at: noon + 1 },
    { ...filed, flight: sampleFlight(2) },
    { ...filed, kind: 'started' },
  ];
  const ids = [filed, ...others].flatMap((change) => eventsOf(change).map(({ id }) => id));
  assert.equal(new Set(ids).size, 5);
});
