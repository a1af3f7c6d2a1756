import type { Mysql, MysqlSession } from '../../lib/mysql.ts';
import { textOf } from '../../lib/row.ts';
import { forKeys, repeated, writeRows } from './bulk.ts';
import { takeDuty, writeDuty } from './duty.ts';

/** A row of another database, with the name of its table and its key; without a body it is gone. */
export interface KeptRow {
  readonly table: string;
  readonly key: string;
  readonly body: string | null;
}

/** Rows that are read at a time. */
const pageRows = 2_000;

/** The rows of the webhooks, which the holder of the first partition reads when it begins, and writes. */
export class WebhookRows {
  readonly #database: Mysql;
  readonly #epoch: number;

  constructor(database: Mysql, epoch: number) {
    this.#database = database;
    this.#epoch = epoch;
  }

  /**
   * Yields all rows of a table. From the first call on the holder before can write nothing more.
   * @throws PartitionFencedError, DatabaseUnavailable
   */
  async *read(table: string): AsyncGenerator<readonly KeptRow[]> {
    await this.#database.transaction((session) => takeDuty(session, this.#epoch));
    const sql = 'SELECT row_key, body FROM webhook_rows WHERE table_name = ? AND row_key > ? ORDER BY row_key LIMIT ?';
    let after = '';
    for (;;) {
      const rows = await this.#database.rows(sql, [table, after, pageRows]);
      const kept = rows.map((row) => ({ table, key: textOf(row, 'row_key'), body: textOf(row, 'body') }));
      if (kept.length > 0) yield kept;
      if (kept.length < pageRows) return;
      after = kept.at(-1)?.key ?? '';
    }
  }

  /**
   * Stores these rows, all or none. Each is written as it is now, so that an unclear commit is followed by the same once more.
   * @throws PartitionFencedError, DatabaseUnavailable
   */
  async write(rows: readonly KeptRow[]): Promise<void> {
    await this.#database.transaction(async (session) => {
      await writeDuty(session, this.#epoch);
      const there = rows.flatMap(({ table, key, body }) => (body === null ? [] : [[table, key, body] as const]));
      const tail = 'ON DUPLICATE KEY UPDATE body = VALUES(body)';
      await writeRows(session, { head: 'INSERT INTO webhook_rows (table_name, row_key, body) VALUES', tail }, there);
      await remove(
        session,
        rows.filter(({ body }) => body === null),
      );
    });
  }
}

async function remove(session: MysqlSession, rows: readonly KeptRow[]): Promise<void> {
  const keys = rows.map(({ table, key }) => [table, key] as const);
  await forKeys(keys, (count, values) =>
    session.run(
      `DELETE FROM webhook_rows WHERE ${repeated('(table_name = ? AND row_key = ?)', count, ' OR ')}`,
      values,
    ),
  );
}
