import type { DatabaseSync } from 'node:sqlite';
import { openWebhookMemory } from '../../../src/server/webhooks.ts';

/** Every table, in the order in which they refer to each other. */
const tables = ['endpoints', 'events', 'deliveries', 'attempts', 'memories', 'reviews', 'notes', 'cursors'] as const;

/** More pages than a world fills. */
const enoughPages = 1_000_000;

/** The database of endpoints and deliveries, which outlives every process; without power it is as it was when it was synced. */
export class WebhookStore {
  readonly database: DatabaseSync;

  private constructor(database: DatabaseSync) {
    this.database = database;
    database.exec("ATTACH ':memory:' AS synced");
    for (const table of tables) database.exec(`CREATE TABLE synced.${table} AS SELECT * FROM main.${table}`);
  }

  static async open(): Promise<WebhookStore> {
    return new WebhookStore(await openWebhookMemory());
  }

  /** What was committed so far survives a loss of power. */
  sync(): void {
    this.#copy('main', 'synced');
  }

  /** What was committed since it was synced is undone. */
  losePower(): void {
    this.#copy('synced', 'main');
  }

  /** On a full disk it takes no page beyond what it has. */
  setFull(isFull: boolean): void {
    const [row] = this.database.prepare('PRAGMA main.page_count').all();
    this.database.exec(`PRAGMA main.max_page_count = ${isFull ? Number(row?.page_count) : enoughPages}`);
  }

  dispose(): void {
    this.database.close();
  }

  #copy(from: string, to: string): void {
    this.database.exec(
      [
        'BEGIN',
        ...tables.toReversed().map((table) => `DELETE FROM ${to}.${table}`),
        ...tables.map((table) => `INSERT INTO ${to}.${table} SELECT * FROM ${from}.${table}`),
        'COMMIT',
      ].join(';'),
    );
  }
}
