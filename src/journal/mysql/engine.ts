import type { Clock } from '../../lib/clock.ts';
import type { Mysql, MysqlAddress } from '../../lib/mysql.ts';
import type { Secret } from '../../lib/secret.ts';
import type { Journal, JournalStats } from '../journal.ts';
import type { JournalLogger } from '../open.ts';
import type { SchemaStep } from './schema-step.ts';
import type { SharedRecords } from './shared.ts';

/** Where the journal's database is: one server, or the nodes of one cluster, each with all of the data. */
export interface MysqlEngineOptions {
  /** At least one. One is used at a time; the next one when it cannot be used any more. */
  readonly hosts: readonly MysqlAddress['server'][];
  readonly user: string;
  readonly password: Secret;
  readonly database: string;
  readonly clock: Clock;
  readonly logger?: JournalLogger;
  /** How long the first write of a commit waits for others, in milliseconds; ends early at 32 waiting writes. */
  readonly commitWindowMs?: number;
  /** Maximum number of writes of all partitions waiting for the database; more are refused with `journal-full`. */
  readonly queueRows?: number;
  /** The steps of the tables of another version, for tests. */
  readonly steps?: readonly SchemaStep[] | undefined;
}

/**
 * The journals of all partitions in one database: one pool, one committer. Every transaction with data of a partition begins
 * with a write of the partition's row that only succeeds under its epoch.
 */
export interface MysqlEngine {
  /** Statements for leases, on connections of their own. Reads see all that was committed before them, on any node. */
  readonly leases: Mysql;
  /** Statements on a node that can be used, for views over all partitions. Reads see all that was committed before them, on any node. */
  readonly database: Mysql;
  /** Notes and the audit log, also while this server holds no partition. */
  readonly shared: SharedRecords;
  /** The version of the tables that this program knows. */
  readonly knownVersion: number;
  /** Of all partitions that this server stores; the size is that of the database. */
  stats(): JournalStats;
  /**
   * Opens the journal of a partition for the holder of its lease. `initial` has everything that an earlier owner committed.
   * Its `close` stores what is waiting, and does not give the lease back. A partition can be open once at a time.
   * @throws PartitionFencedError when the partition has another epoch
   * @throws DatabaseUnavailable when no node can be used; nothing is open then
   */
  openPartition(partition: number, epoch: number, options?: PartitionOptions): Promise<Journal>;
  /** Closes what is still open, then the connections. */
  close(): Promise<void>;
}

export interface PartitionOptions {
  /**
   * Called once when another owner took the lease, seen by a refused write. From then on nothing of this journal is stored: each
   * write, also those waiting, rejects with Refusal `journal-full`, so that a client sends it again, to the new owner.
   */
  readonly onFenced?: () => void;
}

/** The partition has another epoch than its opener has. */
export class PartitionFencedError extends Error {
  override readonly name = 'PartitionFencedError';
  readonly partition: number;

  constructor(partition: number) {
    super(`Partition ${partition} belongs to another server.`);
    this.partition = partition;
  }
}
