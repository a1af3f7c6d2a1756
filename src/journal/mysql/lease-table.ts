import type { Mysql } from '../../lib/mysql.ts';
import { databaseUnavailable } from '../../lib/mysql-failures.ts';
import { flagOf, numberOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { LeaseTable, LeaseView, PartitionRow, ServerIdentity, ServerRow, ServerState } from '../lease-table.ts';

/** As many ids as the column holds: those of a cluster are far fewer. */
const maxUnheard = 15;

/** Lease rows in the database of the journal, which all nodes of a cluster have. */
export class MysqlLeaseTable implements LeaseTable {
  readonly #database: Mysql;
  readonly #known: number;

  /**
   * @param database - its reads must see all that was committed before them, on any node (`wsrep_sync_wait`)
   * @param known - the version of the tables that this program knows
   */
  constructor(database: Mysql, known: number) {
    this.#database = database;
    this.#known = known;
  }

  read(): Promise<LeaseView> {
    return this.#database.session(async (session) => {
      // The servers are read last: an owner that is not among them has no row any more.
      const partitions = await session.rows('SELECT id, epoch, owner FROM partitions ORDER BY id');
      const servers = await session.rows(
        'SELECT id, address, version, beat, is_leaving, unheard FROM servers ORDER BY id',
      );
      const [schema] = await session.rows('SELECT usable_from FROM journal_version WHERE id = ?', [1]);
      const isForNewer = schema !== undefined && numberOf(schema, 'usable_from') > this.#known;
      return { partitions: partitions.map(readPartition), servers: servers.map(readServer), isForNewer };
    });
  }

  async beat({ id, address, version }: ServerIdentity, state: ServerState): Promise<void> {
    const leaving = state.isLeaving ? 1 : 0;
    const unheard = state.unheard.slice(0, maxUnheard).join(' ');
    await this.#database.run(
      'INSERT INTO servers (id, address, version, beat, is_leaving, unheard) VALUES (?, ?, ?, 1, ?, ?) ' +
        'ON DUPLICATE KEY UPDATE beat = beat + 1, is_leaving = ?, unheard = ?',
      [id, address, version, leaving, unheard, leaving, unheard],
    );
  }

  /** A conflict with another node's write is a race that was lost: the whole statement is undone. */
  async take(partition: number, epoch: number, owner: string): Promise<number | null> {
    try {
      const sql = 'UPDATE partitions SET epoch = epoch + 1, owner = ? WHERE id = ? AND epoch = ?';
      const { affectedRows } = await this.#database.run(sql, [owner, partition, epoch]);
      return affectedRows === 1 ? epoch + 1 : null;
    } catch (error) {
      if (databaseUnavailable(error)?.code === 'ER_LOCK_DEADLOCK') return null;
      throw error;
    }
  }

  async release(partition: number, epoch: number): Promise<void> {
    await this.#database.run('UPDATE partitions SET owner = NULL WHERE id = ? AND epoch = ?', [partition, epoch]);
  }

  async forget(id: string, beat: number | null): Promise<void> {
    if (beat === null) await this.#database.run('DELETE FROM servers WHERE id = ?', [id]);
    else await this.#database.run('DELETE FROM servers WHERE id = ? AND beat = ?', [id, beat]);
  }
}

function readPartition(row: Row): PartitionRow {
  return { id: numberOf(row, 'id'), epoch: numberOf(row, 'epoch'), owner: textOrNull(row, 'owner') };
}

function readServer(row: Row): ServerRow {
  return {
    id: textOf(row, 'id'),
    address: textOf(row, 'address'),
    version: textOf(row, 'version'),
    beat: numberOf(row, 'beat'),
    isLeaving: flagOf(row, 'is_leaving'),
    unheard: textOf(row, 'unheard')
      .split(' ')
      .filter((id) => id !== ''),
  };
}
