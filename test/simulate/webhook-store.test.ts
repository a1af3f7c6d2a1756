import assert from 'node:assert/strict';
import test from 'node:test';
import { endpoints } from '../../prove/simulate/webhooks/receivers.ts';
import { WebhookStore } from '../../prove/simulate/webhooks/webhook-store.ts';
import { isUnreachable } from '../../src/lib/sqlite.ts';
import type { NewEvent } from '../../src/webhooks/event.ts';
import { EndpointTable } from '../../src/webhooks/store/endpoint-table.ts';
import { DeliveryQueue } from '../../src/webhooks/store/queue.ts';

const [endpoint] = endpoints;
const eventNumber = (number: number, payload = '{}'): NewEvent => {
  const of = { type: 'flight.started', at: 1, lane: 'one', flightId: 'one', pilotId: '1' } as const;
  return { id: `msg_${number}`, ...of, payload };
};

async function openQueue() {
  const store = await WebhookStore.open();
  if (endpoint === undefined) throw new Error('there is no endpoint');
  new EndpointTable(store.database).save(endpoint);
  const queue = new DeliveryQueue(store.database);
  const add = (event: NewEvent) => queue.add([{ event, endpoints: [endpoint.id] }], 1);
  const waiting = () => queue.due(endpoint.id, 1, 10).map(({ event }) => event.id);
  return { store, add, waiting };
}

test('without power the database is as it was synced: what came later has not happened', async () => {
  const { store, add, waiting } = await openQueue();
  store.sync();
  add(eventNumber(1));
  assert.deepEqual(waiting(), ['msg_1']);
  store.losePower();
  assert.deepEqual(waiting(), []);
  add(eventNumber(1));
  store.sync();
  store.losePower();
  assert.deepEqual(waiting(), ['msg_1']);
  store.dispose();
});

test('a full disk takes nothing, and says it as SQLite does', async () => {
  const { store, add } = await openQueue();
  store.setFull(true);
  assert.throws(
    () => add(eventNumber(1, 'x'.repeat(100_000))),
    (error: unknown) => isUnreachable(error),
  );
  store.setFull(false);
  add(eventNumber(1, 'x'.repeat(100_000)));
  store.dispose();
});
