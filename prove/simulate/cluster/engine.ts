import type { Journal } from '../../../src/journal/journal.ts';
import type { CommitEffects, PartitionBatch } from '../../../src/journal/mysql/commit-writer.ts';
import { type MysqlEngine, PartitionFencedError } from '../../../src/journal/mysql/engine.ts';
import { GroupCommitter } from '../../../src/journal/mysql/group-committer.ts';
import { PartitionQueue } from '../../../src/journal/mysql/partition-queue.ts';
import { type PartitionState, Texts } from '../../../src/journal/mysql/partition-state.ts';
import { SealedFlights } from '../../../src/journal/mysql/sealed-flights.ts';
import { Transactions } from '../../../src/journal/mysql/transactions.ts';
import { journalFull } from '../../../src/journal/not-stored.ts';
import { nextFlightNumber, partitionOf } from '../../../src/journal/partition.ts';
import { Tails } from '../../../src/journal/tails.ts';
import type { Machine } from '../../../src/lib/machine.ts';
import type { MysqlSession } from '../../../src/lib/mysql.ts';
import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import { auditOf, auditPage } from '../model-journal/audit.ts';
import { ModelJournal } from '../model-journal/model-journal.ts';
import { type DatabaseLink, ModelMysql, type ModelSession } from './model-mysql.ts';
import { type ModelOperation, QueueCommitter } from './queue-committer.ts';

export interface EngineParts {
  readonly link: DatabaseLink;
  /** Whether the connections of the leases do not reach the database. */
  areLeasesCut(): boolean;
  readonly machine: Machine;
  /** Names its committer. */
  readonly id: string;
  /** Something of this partition is on the disk now, written under this epoch. */
  onStored(partition: number, epoch: number): void;
  /** A write was refused, because the partition has a new owner. */
  onFenced(): void;
  onBug(error: unknown): void;
}

/**
 * The journals of all partitions in the model of the database. Queues, group commit, transactions with their fence and the
 * look-up of unclear commits are the real ones; what a transaction writes is the model's.
 */
export async function openModelEngine(parts: EngineParts): Promise<MysqlEngine> {
  const { link, machine, id } = parts;
  const database = new ModelMysql(link);
  const write = async (session: MysqlSession, batches: readonly PartitionBatch[]): Promise<CommitEffects> => {
    for (const batch of batches) (session as ModelSession).add(() => store(batch, parts));
    return { partitions: [], notes: null };
  };
  const transactions = ['a', 'b'].map(
    (each) =>
      new Transactions(new ModelMysql(link, false), link.life.clock, { id: Buffer.from(id + each), machine, write }),
  );
  for (const each of transactions) await each.prepare();
  return new ModelEngine(parts, database, transactions);
}

class ModelEngine implements MysqlEngine {
  readonly leases: ModelMysql;
  readonly database: ModelMysql;
  readonly shared: MysqlEngine['shared'];
  readonly knownVersion = 1;
  readonly #parts: EngineParts;
  readonly #transactions: readonly Transactions[];
  readonly #committer: GroupCommitter;
  readonly #open = new Map<number, Journal>();

  constructor(parts: EngineParts, database: ModelMysql, transactions: readonly Transactions[]) {
    const isCut = () => parts.link.isCut() || parts.areLeasesCut();
    this.leases = new ModelMysql({ ...parts.link, isCut });
    this.database = database;
    this.shared = sharedOf(parts.link, database);
    this.#parts = parts;
    this.#transactions = transactions;
    this.#committer = new GroupCommitter(transactions, {
      commitWindowMs: 5,
      queueRows: 20_000,
      enoughBeside: 2,
      machine: parts.machine,
      onStored: () => undefined,
      onFailure: (error) => void (error instanceof DatabaseUnavailable || parts.onBug(error)),
    });
  }

  async openPartition(partition: number, epoch: number): Promise<Journal> {
    if (this.#open.has(partition)) throw new Error(`partition ${partition} is open`);
    const journal = await this.database.ask(() => {
      if (this.#parts.link.database.epochOf(partition) !== epoch) throw new PartitionFencedError(partition);
      return this.#openJournal(partition, epoch);
    });
    this.#open.set(partition, journal);
    return journal;
  }

  stats() {
    return { ...this.#committer.counts, bytes: 0 };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((journal) => journal.close()));
    await Promise.all(this.#transactions.map((each) => each.close()));
  }

  #openJournal(partition: number, epoch: number): Journal {
    const { link, onFenced } = this.#parts;
    const { clock } = link.life;
    const queue = new PartitionQueue(stateOf(partition, epoch), this.#committer, onFenced);
    this.#committer.join(queue);
    const closed = () => {
      this.#committer.leave(queue);
      this.#open.delete(partition);
    };
    return new ModelJournal(link.database.tables, new QueueCommitter(queue, closed), clock, {
      hasPilot: (pilotId) => partitionOf(pilotId) === partition,
      nextFlightNumber: (last) => nextFlightNumber(partition, last, clock.now()),
    });
  }
}

function store({ state, message }: PartitionBatch, { onStored }: EngineParts): void {
  for (const { operation } of message.operations) (operation as unknown as ModelOperation).write();
  onStored(state.partition, state.epoch);
}

function stateOf(partition: number, epoch: number): PartitionState {
  const known = { texts: new Texts([]), tails: new Tails(), sealed: new SealedFlights(), cursors: new Map() };
  return { partition, epoch, lastChange: 0, oldestChangeAt: null, ...known };
}

/** Notes are as they were stored last; the real ones follow within a second. */
function sharedOf({ database: { tables } }: DatabaseLink, mysql: ModelMysql): MysqlEngine['shared'] {
  return {
    readNote: (name) => tables.notes.get(name) ?? null,
    refreshNotes: async () => undefined,
    saveNote: (name, text, entry) =>
      stored(mysql, () => {
        if (text === null) tables.notes.delete(name);
        else tables.notes.set(name, text);
        if (entry !== undefined) tables.audit.push({ ...entry });
      }),
    saveAudit: (entry) => stored(mysql, () => void tables.audit.push({ ...entry })),
    listAudit: (limit) => stored(mysql, () => tables.audit.toReversed().slice(0, limit)),
    pageAudit: (request) => stored(mysql, () => auditPage(tables.audit, request)),
    countAudit: (wanted) => stored(mysql, () => auditOf(tables.audit, wanted).length),
  };
}

async function stored<T>(mysql: ModelMysql, work: () => T): Promise<T> {
  try {
    return await mysql.ask(work);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw journalFull('The database does not answer.');
    throw error;
  }
}
