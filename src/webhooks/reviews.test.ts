import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { noon, sampleFlight } from '../../test/journal/suite/samples.ts';
import { temporaryDirectory } from '../../test/journal-samples.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { Reviews } from './reviews.ts';
import { openWebhookDatabase } from './store/open.ts';
import { WatchList } from './store/watch-list.ts';

test('PIREPs that cannot be asked for hold up no other, however many they are', async (t) => {
  const database = await openWebhookDatabase(join(temporaryDirectory(t), 'webhooks.sqlite'));
  const list = new WatchList(database);
  const clock = new ManualClock(noon);
  const published: (string | null)[] = [];
  const errors: unknown[] = [];
  for (let number = 1; number <= 25; number++) list.addReview(`flight-${number}`, noon + number);
  const reviews = new Reviews({
    list,
    clock,
    async read(flightId) {
      if (flightId !== 'flight-25') throw new Error(`${flightId} is unreadable`);
      return { flight: sampleFlight(25), state: 'accepted' };
    },
    publish(event, done) {
      published.push(event.flightId);
      done();
    },
    onError: (error) => errors.push(error),
  });
  t.after(async () => {
    await reviews.close();
    database.close();
  });
  for (let round = 0; round < 3; round++) await clock.advance(60_000);
  assert.deepEqual(published, ['flight-25']);
  assert.ok(errors.length >= 24);
});

test('a PIREP of which the crew center never says anything does not hold up the others', async (t) => {
  const database = await openWebhookDatabase(join(temporaryDirectory(t), 'webhooks.sqlite'));
  const list = new WatchList(database);
  const clock = new ManualClock(noon);
  const published: (string | null)[] = [];
  for (let number = 1; number <= 2; number++) list.addReview(`flight-${number}`, noon + number);
  const reviews = new Reviews({
    list,
    clock,
    read: async (flightId) => (flightId === 'flight-1' ? null : { flight: sampleFlight(2), state: 'accepted' }),
    publish(event, done) {
      published.push(event.flightId);
      done();
    },
    onError: (error) => assert.fail(String(error)),
  });
  t.after(async () => {
    await reviews.close();
    database.close();
  });
  for (let round = 0; round < 2; round++) await clock.advance(60_000);
  assert.deepEqual(published, ['flight-2']);
});
