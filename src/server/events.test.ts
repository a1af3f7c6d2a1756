import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleFlight } from '../../test/journal/suite/samples.ts';
import { createLogger } from '../lib/log.ts';
import { apply } from '../tracking/flight/flight.ts';
import { CrewCenterWatch, changedSettings, createEvents } from './events.ts';

function record() {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { lines, log: createLogger({ level: 'info', destination, isReadable: false }) };
}

test('each event is one line with its name, and says who and what', () => {
  const { lines, log } = record();
  const events = createEvents(log);
  events.signedIn('VMS0007', '192.0.2.7', 'password');
  events.signInRefused('wrong-login', '192.0.2.8');
  const { flight } = apply(sampleFlight(1), { kind: 'set-aside', reason: 'The pilot is gone.' }, 0);
  events.flightChanged({ number: 12, at: 0, kind: 'set-aside', flight });
  events.settingsChanged(['name']);
  assert.deepEqual(
    lines.map(({ event, level }) => [event, level]),
    [
      ['sign-in', 'info'],
      ['sign-in-refused', 'info'],
      ['flight-set-aside', 'warn'],
      ['settings-changed', 'info'],
    ],
  );
  const { flight: id, callsign, pilot, route, reason } = lines[2] ?? {};
  assert.deepEqual([id, callsign, pilot, route], ['flight-1', 'VMS101', 'VMS0007', 'LSZH-MMUN']);
  assert.equal(reason, 'The pilot is gone.');
});

test('a crew center is said to be lost once, and once to be back', () => {
  const { lines, log } = record();
  let now = 0;
  const watch = new CrewCenterWatch(createEvents(log), () => now);
  for (const [at, reason] of [
    [0, null],
    [3_000, 'no answer'],
    [6_000, 'no answer'],
    [63_000, null],
    [66_000, null],
  ] as const) {
    now = at;
    watch.note(reason);
    assert.equal(watch.isLost, reason !== null);
  }
  assert.deepEqual(
    lines.map(({ event }) => event),
    ['crew-center-lost', 'crew-center-back'],
  );
  assert.equal(lines[1]?.downForS, 60);
});

test('settings that changed are named, and no value is', () => {
  const before = { name: 'A', clientTokenHash: 'x', enabled: true } as Parameters<typeof changedSettings>[0];
  assert.deepEqual(changedSettings(before, { ...before, clientTokenHash: 'y' }), ['clientTokenHash']);
  assert.deepEqual(changedSettings(before, { ...before }), []);
});
