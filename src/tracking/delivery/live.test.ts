import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Change } from '../flight/changes.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { Refusal } from '../refusals.ts';
import { DeliveryHealth } from './health.ts';
import { LiveDelivery } from './live.ts';

test('the row of a flight that the crew center did not take is delivered with the next round that it takes', async () => {
  const clock = new ManualClock(noon);
  const flight = sampleFlight(1, { state: 'open' });
  const live = { flight } as LiveFlight;
  const listeners: ((change: Change) => void)[] = [];
  const changes = { listen: (listener: (change: Change) => void) => void listeners.push(listener) };
  const moves = () => {
    for (const listener of listeners) listener({ kind: 'moved', flight } as Change);
  };
  const flights = { changes, byId: () => live } as never;
  const outcomes = ['unavailable', 'taken', 'left', 'taken'];
  const delivered: string[] = [];
  const rows = {
    deliver: async (given: readonly LiveFlight[]) => {
      const outcome = outcomes.shift() ?? 'taken';
      delivered.push(outcome);
      if (outcome === 'unavailable') throw new Refusal('crew-center-unavailable', { message: 'away' });
      return outcome === 'left' ? given : [];
    },
  };
  const health = new DeliveryHealth(clock, (error) => assert.fail(String(error)));
  const progress = { markPending: () => undefined } as never;
  const delivery = new LiveDelivery(flights, rows as never, progress, health);
  moves();
  for (let round = 0; round < 3; round++) {
    await clock.advance(60_000);
    await delivery.rowsRound();
  }
  assert.deepEqual(delivered, ['unavailable', 'taken'], 'once it is taken it is not delivered again');
  moves();
  for (let round = 0; round < 3; round++) await delivery.rowsRound();
  assert.deepEqual(delivered.slice(2), ['left', 'taken']);
});
