import type { Mysql } from '../../lib/mysql.ts';
import type { Journal, JournalStats } from '../journal.ts';
import { journalOver } from '../stored-journal.ts';
import type { CommitEffects } from './commit-writer.ts';
import { readPartition } from './contents.ts';
import { checkNodes, openLeasing, openReading, openWriting } from './database.ts';
import { type MysqlEngine, type MysqlEngineOptions, PartitionFencedError, type PartitionOptions } from './engine.ts';
import { GroupCommitter } from './group-committer.ts';
import type { Hosts } from './hosts.ts';
import { requireThere } from './moves.ts';
import { Notes } from './notes.ts';
import { applyEffects } from './partition-effects.ts';
import { partitionEngine } from './partition-engine.ts';
import { PartitionQueue } from './partition-queue.ts';
import { prepareSchema, schemaSteps } from './schema.ts';
import { type SharedRecords, sharedRecords } from './shared.ts';
import { StoredSize } from './stored-size.ts';
import { Transactions } from './transactions.ts';

/**
 * Connects to the journal's database and makes its tables.
 * @throws UnfitNodeError when a node is not set up as the journal needs it
 * @throws NewerDataError when the tables are of a newer version
 * @throws MovedJournalError when a journal is being moved here, or was moved away
 * @throws DatabaseUnavailable when no node answers
 */
export async function openMysqlEngine(options: MysqlEngineOptions): Promise<MysqlEngine> {
  const reading = openReading(options);
  const writing = Array.from({ length: transactionsAtOnce }, () => openWriting(options));
  const leasing = openLeasing(options, (from) => {
    for (const hosts of [reading, ...writing]) hosts.avoid(from);
  });
  try {
    await checkNodes(reading, options.logger);
    await prepareSchema(reading, options.steps);
    await requireThere(reading);
    const transactions = writing.map((hosts) => new Transactions(hosts, options.clock));
    await Promise.all(transactions.map((each) => each.prepare()));
    const notes = new Notes(reading, options.clock, (error) =>
      options.logger?.error({ err: error }, 'the notes of other servers cannot be read'),
    );
    await notes.open();
    return new Engine(options, { reading, writing, leasing, transactions, notes });
  } catch (error) {
    await Promise.all([reading, leasing, ...writing].map((hosts) => hosts.close()));
    throw error;
  }
}

/** How many commits of different partitions may be under way. */
const transactionsAtOnce = 2;

interface Parts {
  readonly reading: Hosts;
  readonly writing: readonly Hosts[];
  readonly leasing: Hosts;
  readonly transactions: readonly Transactions[];
  readonly notes: Notes;
}

class Engine implements MysqlEngine {
  readonly leases: Mysql;
  readonly database: Mysql;
  readonly shared: SharedRecords;
  readonly knownVersion: number;
  readonly #options: MysqlEngineOptions;
  readonly #parts: Parts;
  readonly #committer: GroupCommitter;
  readonly #size: StoredSize;
  readonly #open = new Map<number, Journal>();
  #isFailing = false;

  constructor(options: MysqlEngineOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
    this.leases = parts.leasing;
    this.database = parts.reading;
    this.knownVersion = (options.steps ?? schemaSteps).length;
    this.shared = sharedRecords(parts.reading, parts.notes);
    const { commitWindowMs = 5, queueRows = 20_000 } = options;
    this.#committer = new GroupCommitter(parts.transactions, {
      commitWindowMs,
      queueRows,
      onStored: ({ effects }) => this.#stored(effects),
      onFailure: (error) => this.#failed(error),
    });
    this.#size = new StoredSize(parts.reading, options.clock, (error) =>
      options.logger?.error({ err: error }, 'the size of the journal cannot be read'),
    );
    // So that the first figures have it.
    this.#size.read();
  }

  async openPartition(partition: number, epoch: number, { onFenced }: PartitionOptions = {}): Promise<Journal> {
    if (this.#open.has(partition)) throw new Error(`partition ${partition} is open`);
    const { reading, notes } = this.#parts;
    const { clock } = this.#options;
    const opened = await reading.reading((session) => readPartition(session, partition, epoch, clock.now()));
    if (opened === null) throw new PartitionFencedError(partition);
    const queue = new PartitionQueue(opened.state, this.#committer, () => onFenced?.());
    this.#committer.join(queue);
    const onClosed = () => {
      this.#committer.leave(queue);
      this.#open.delete(partition);
    };
    const readBytes = () => this.#size.read();
    const rows = partitionEngine({ opened, hosts: reading, queue, notes, clock, readBytes, onClosed });
    const journal = journalOver(rows, clock);
    this.#open.set(partition, journal);
    return journal;
  }

  stats(): JournalStats {
    return { ...this.#committer.counts, bytes: this.#size.read() };
  }

  async close(): Promise<void> {
    const { reading, writing, leasing, transactions, notes } = this.#parts;
    notes.close();
    await Promise.all([...this.#open.values()].map((journal) => journal.close()));
    await Promise.all(transactions.map((each) => each.close()));
    await Promise.all([reading, leasing, ...writing].map((hosts) => hosts.close()));
  }

  /** Takes over what a commit changed, before anybody hears of it. */
  #stored({ partitions, notes }: CommitEffects): void {
    for (const effects of partitions) applyEffects(effects);
    if (notes !== null) this.#parts.notes.saved(notes);
    if (this.#isFailing) this.#options.logger?.info({}, 'reports can be stored again');
    this.#isFailing = false;
  }

  #failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (!this.#isFailing)
      this.#options.logger?.error({ reason }, 'reports cannot be stored; clients are asked to send them again');
    this.#isFailing = true;
  }
}
