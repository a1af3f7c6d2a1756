import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleEvent, samplePosition } from '../../../test/journal/suite/samples.ts';
import { Echoes } from './echoes.ts';

const at = 1_700_000_000_000;

test('a position that says anything else than one of the same second is no echo of it, whichever of its values it is', () => {
  const position = { ...samplePosition(1), seq: null, receivedAt: at };
  const echoes = new Echoes();
  echoes.add(position);
  assert.ok(echoes.has({ ...position, recordedAt: at + 1, receivedAt: at + 1 } as typeof position));
  const names = Object.keys(position).filter((name) => !['isDated', 'recordedAt', 'receivedAt'].includes(name));
  assert.ok(names.length > 40);
  for (const name of names) assert.ok(!echoes.has({ ...position, [name]: 'otherwise' }), name);
});

test('an event that says anything else than one of the same second is no echo of it', () => {
  const event = { ...sampleEvent(1), seq: null, receivedAt: at, data: { flaps: [1, 2] } };
  const echoes = new Echoes();
  echoes.add(event);
  assert.ok(echoes.has({ ...event, data: { flaps: [1, 2] } } as typeof event));
  for (const name of ['kind', 'message', 'lat', 'lon', 'data'])
    assert.ok(!echoes.has({ ...event, [name]: ['otherwise'] }), name);
});

test('what is no longer of the last second is forgotten, the newest is kept', () => {
  const echoes = new Echoes();
  const said = (lat: number, receivedAt: number) => ({ lat, receivedAt });
  for (let step = 0; step < 10; step += 1) echoes.add(said(step, at + step * 400));
  const known = Array.from({ length: 10 }, (_, step) => echoes.has(said(step, at + 9 * 400)));
  assert.deepEqual(known, [false, false, false, false, false, false, false, true, true, true]);
  echoes.forget(said(8, at + 8 * 400));
  assert.equal(echoes.has(said(8, at + 9 * 400)), false);
  assert.equal(echoes.has(said(9, at + 9 * 400)), true);
});
