import type { Clock } from '../../lib/clock.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { DocumentReader, documentCalls, type PaperRows } from '../document-reader.ts';
import { holds } from '../instants.ts';
import type { EngineCalls, JournalEngine } from '../journal-engine.ts';
import { databaseAway } from '../not-stored.ts';
import { nextFlightNumber } from '../partition.ts';
import type { OpenedPartition } from './contents.ts';
import type { Hosts } from './hosts.ts';
import type { Notes } from './notes.ts';
import type { PartitionQueue } from './partition-queue.ts';
import { MysqlReports } from './report-reader.ts';

export interface PartitionEngineParts {
  readonly opened: OpenedPartition;
  readonly hosts: Hosts;
  readonly queue: PartitionQueue;
  readonly notes: Notes;
  readonly clock: Clock;
  /** Size of the whole database. */
  readBytes(): number;
  /** Called once nothing waits any more. */
  onClosed(): void;
}

/** The rows of one partition: written through the committer of all partitions, read from the database. */
export function partitionEngine(parts: PartitionEngineParts): JournalEngine {
  const { opened, hosts, queue, readBytes, onClosed } = parts;
  const { contents, nextReport, state } = opened;
  const documents = new DocumentReader(documentsOf(hosts, state.partition));
  return {
    contents,
    queue,
    nextReport,
    tails: state.tails,
    readBytes,
    changes: {
      read: (after, limit) => documents.changes(after, limit),
      last: () => state.lastChange,
      cursor: (name) => state.cursors.get(name) ?? null,
    },
    calls: { ...readsOf(parts, documents), ...ownCallsOf(parts) },
    async close() {
      await queue.drain();
      onClosed();
    },
  };
}

type Own = 'eachUnsealed' | 'nextFlightNumber' | 'scrub' | 'backup';

function ownCallsOf({ opened, clock }: PartitionEngineParts): Pick<EngineCalls, Own> {
  const { contents, state } = opened;
  let last = opened.lastFlight;
  let unsealed: OpenedPartition['unsealed'] | null = opened.unsealed;
  return {
    /** Yields them from memory, where they are kept until the first call. */
    eachUnsealed(visit) {
      if (unsealed === null) throw new Error('the unsealed reports were read before');
      const flights = new Set(contents.flights.map(({ flight }) => flight.number));
      for (const [flight, report] of unsealed) if (flights.has(flight)) visit(flight, report);
      unsealed = null;
    },
    nextFlightNumber() {
      last = nextFlightNumber(state.partition, last, clock.now());
      return last;
    },
    /** InnoDB overwrites deleted rows by itself, in its own time. */
    scrub: async () => undefined,
    async backup(): Promise<never> {
      const message =
        'The journal is in a database server: back it up with mariadb-backup or mariadb-dump, see docs/backups.md.';
      throw new Refusal('not-offered', { message });
    },
  };
}

function readsOf({ opened, hosts, notes }: PartitionEngineParts, documents: DocumentReader): Omit<EngineCalls, Own> {
  const { state } = opened;
  const reports = new MysqlReports(hosts, state);
  return {
    readReports: (flight, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
      answered(() => reports.read(flight, after, limit)),
    readChunks: (flight) => answered(() => reports.chunks(flight)),
    countReports: (flight, after) => answered(() => reports.count(flight, after)),
    isMissingReports: () => false,
    readSealed: (flight) => state.sealed.get(flight)?.summary ?? null,
    hasSealedReport(flight, kind, recordedAt) {
      const sealed = state.sealed.get(flight);
      return sealed !== null && holds(sealed.instants[kind], recordedAt);
    },
    ...documentCalls(documents, answered),
    /** Of all partitions and servers; one that another server stored is known within a second. */
    readNote: (name) => notes.get(name),
  };
}

function documentsOf(hosts: Hosts, part: number): PaperRows {
  return {
    part,
    member: (path) => `JSON_VALUE(document, '${path}')`,
    decode: (_table, row, decode) => decode(row),
    rows: (sql, values) => hosts.rows(sql, values),
  };
}

/** While no node answers, what has to be read is refused like what has to be stored. */
async function answered<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw databaseAway();
    throw error;
  }
}
