import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { textOf } from '../../lib/row.ts';
import { Secret } from '../../lib/secret.ts';
import type { NewEvent } from '../event.ts';
import { newSigningKey } from '../signature.ts';
import { EndpointTable } from './endpoint-table.ts';
import { Mirror, type MirroredRow, type MirrorTarget } from './mirror.ts';
import { openWebhookDatabase } from './open.ts';
import { DeliveryQueue } from './queue.ts';
import { WatchList } from './watch-list.ts';

/** Rows in memory, which may be out of reach. */
class Kept implements MirrorTarget {
  readonly rows = new Map<string, MirroredRow>();
  isAway = false;
  writes = 0;

  async *read(table: string) {
    const rows = [...this.rows.values()].filter((row) => row.table === table);
    if (rows.length > 0) yield rows;
  }

  async write(rows: readonly MirroredRow[]): Promise<void> {
    if (this.isAway) throw new Error('away');
    this.writes += 1;
    for (const row of rows) {
      if (row.body === null) this.rows.delete(`${row.table} ${row.key}`);
      else this.rows.set(`${row.table} ${row.key}`, row);
    }
  }
}

function contents(database: DatabaseSync): Readonly<Record<string, unknown>> {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
  const names = tables.all().map((row) => textOf(row, 'name'));
  return Object.fromEntries(names.map((name) => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all()]));
}

const event = (number: number): NewEvent => ({
  id: `msg_${number}`,
  type: 'flight.started',
  at: number,
  lane: `flight-${number % 3}`,
  flightId: `flight-${number % 3}`,
  pilotId: String(number % 2),
  payload: `{"n":${number},"ü":"'"}`,
});

const endpoint = (id: string) => ({
  id,
  kind: 'webhook' as const,
  name: `the "${id}"`,
  url: new Secret('https://receiver.example/'),
  events: [],
  secrets: [{ key: newSigningKey(), until: null }],
  options: { a: [1, null] },
  isOn: true,
  offReason: null,
  createdAt: 5,
});

test('what is kept elsewhere is the same after every transaction, and the next one begins with it', async () => {
  const kept = new Kept();
  const database = await openWebhookDatabase(':memory:');
  const mirror = await Mirror.open(database, kept);
  assert.equal(mirror.wasEmpty, true);
  const [queue, table, list] = [new DeliveryQueue(database), new EndpointTable(database), new WatchList(database)];
  const exchange = { request: 'POST', status: 500, answer: 'no ✈' };
  const both = ['ep_1', 'ep_2'];
  const settle = (endpointId: string, settlement: Parameters<DeliveryQueue['settle']>[2]) => {
    const [due] = queue.due(endpointId, 1_000, 1);
    assert.ok(due !== undefined);
    queue.settle(endpointId, due, settlement);
  };
  const steps: readonly (() => unknown)[] = [
    () => both.map((id) => table.save(endpoint(id))),
    () =>
      queue.add(
        [1, 2, 3, 4, 5, 6].map((n) => ({ event: event(n), endpoints: both })),
        7,
        () => queue.saveCursor('c', 6),
      ),
    () => settle('ep_1', { at: 8, durationMs: 1, exchange, next: { state: 'waiting', nextAt: 9 } }),
    () => settle('ep_1', { at: 9, durationMs: 1, exchange, next: { state: 'delivered', memory: 'a message' } }),
    () => settle('ep_2', { at: 9, durationMs: 1, exchange: null, next: { state: 'set-aside' } }),
    () => list.addReview('flight-1', 10),
    () => list.saveNote('lost', '11'),
    () => queue.erasePilot('1', ['VMS0001'], 'erased'),
    () => queue.forget({ delivered: 20, setAside: 0 }),
    () => table.remove('ep_2'),
    () => list.removeReview('flight-1'),
  ];
  for (const [index, step] of steps.entries()) {
    step();
    // Out of reach every third time: it is kept with the next.
    kept.isAway = index % 3 === 2;
    if (kept.isAway) await assert.rejects(mirror.flush());
    kept.isAway = false;
    await mirror.flush();
    const copy = await openWebhookDatabase(':memory:');
    assert.equal((await Mirror.open(copy, kept)).wasEmpty, false);
    assert.deepEqual(contents(copy), contents(database), `after step ${index}`);
    copy.close();
  }
  const { writes } = kept;
  await mirror.flush();
  assert.equal(kept.writes, writes, 'nothing changed, nothing is written');
});
