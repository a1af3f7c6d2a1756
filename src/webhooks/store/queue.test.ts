import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryDirectory } from '../../../test/journal-samples.ts';
import { Secret } from '../../lib/secret.ts';
import type { NewEvent } from '../event.ts';
import { DeliveryReader } from './delivery-reader.ts';
import { EndpointTable } from './endpoint-table.ts';
import { openWebhookDatabase, webhooksFileName } from './open.ts';
import { DeliveryQueue } from './queue.ts';

const [endpoint, lane] = ['ep_one', 'flight-1'];
const eventOf = (id: string): NewEvent => {
  return { id, type: 'flight.started', at: 0, lane, flightId: lane, pilotId: '1', payload: '{}' };
};

async function openQueue(t: TestContext) {
  const database = await openWebhookDatabase(join(temporaryDirectory(t), webhooksFileName));
  t.after(() => database.close());
  new EndpointTable(database).save({
    id: endpoint,
    kind: 'webhook',
    name: 'a program',
    url: new Secret('https://hooks.example/in'),
    events: [],
    secrets: [],
    options: {},
    isOn: true,
    offReason: null,
    createdAt: 0,
  });
  const queue = new DeliveryQueue(database);
  queue.add(
    ['a', 'b', 'c'].map((id) => ({ event: eventOf(id), endpoints: [endpoint] })),
    0,
  );
  const due = (now: number) => queue.due(endpoint, now, 10);
  const settle = (state: 'delivered' | 'set-aside', now: number) => {
    const [next = assert.fail('nothing is due')] = due(now);
    queue.settle(endpoint, next, { at: now, durationMs: 0, exchange: null, next: { state } });
    return next;
  };
  const reader = new DeliveryReader(database);
  return { queue, due, settle, view: () => reader.list(endpoint, null, 10) };
}

for (const which of ['one', 'set-aside'] as const)
  test(`what is sent again (${which}) is next in its lane, and the one that was next waits for it`, async (t) => {
    const { queue, due, settle } = await openQueue(t);
    const ids = (now: number) => due(now).map(({ event }) => event.id);
    const first = settle('set-aside', 1);
    assert.deepEqual(ids(1), ['b']);
    assert.equal(queue.resend(endpoint, which === 'one' ? first : 'set-aside', 2), 1);
    assert.deepEqual(ids(2), ['a']);
    settle('delivered', 3);
    assert.deepEqual(ids(3), ['b']);
    settle('delivered', 4);
    assert.deepEqual(ids(4), ['c']);
  });

test('of an erased pilot nothing is left of what was posted, nor of what was tried', async (t) => {
  const { queue, due, settle, view } = await openQueue(t);
  settle('delivered', 1);
  const [next = assert.fail('nothing is due')] = due(1);
  const exchange = { request: 'Ada took off', status: 500, answer: 'Ada?' };
  queue.settle(endpoint, next, { at: 1, durationMs: 0, exchange, next: { state: 'waiting', nextAt: 9 } });
  queue.erasePilot('1', ['Ada'], 'erased');
  const left = view().map(({ id, state, tries }) => [id, state, tries.length]);
  assert.deepEqual(left, [
    ['c', 'waiting', 0],
    ['b', 'waiting', 0],
  ]);
});

test('what a lane remembers is kept as long as what was set aside, not only as long as what was delivered', async (t) => {
  const { queue, due } = await openQueue(t);
  const day = 86_400_000;
  const [next = assert.fail('nothing is due')] = due(day);
  const memory = 'the message to go on with';
  queue.settle(endpoint, next, { at: day, durationMs: 0, exchange: null, next: { state: 'delivered', memory } });
  const remembered = () => due(99 * day).map((each) => each.memory);
  const forget = (now: number) => queue.forget({ delivered: now - 7 * day, setAside: now - 30 * day });
  forget(9 * day);
  assert.deepEqual(remembered(), [memory]);
  forget(32 * day);
  assert.deepEqual(remembered(), [null]);
});
