import type { Clock } from '../../lib/clock.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import type { Flight, FlightEvent, Position, Report } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { Appender } from '../appender.ts';
import { keptUnreadMs } from '../change-log.ts';
import { failuresKeptMs } from '../contents.ts';
import { holds } from '../instants.ts';
import type { AuditEntry, Journal, LoginFailure } from '../journal.ts';
import { journalFull, shuttingDown } from '../not-stored.ts';
import type { Operation } from '../operations.ts';
import { toFlightRow } from '../rows.ts';
import { SealQueue } from '../seal-queue.ts';
import type { OpenedPartition } from './contents.ts';
import { nextFlightNumber } from './flight-numbers.ts';
import type { Hosts } from './hosts.ts';
import type { Notes } from './notes.ts';
import { Papers } from './papers.ts';
import { PartitionChanges } from './partition-changes.ts';
import type { PartitionQueue } from './partition-queue.ts';
import type { PartitionState } from './partition-state.ts';
import { MysqlReports } from './report-reader.ts';

export interface PartitionJournalParts {
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

/** The journal of one partition: assigns numbers, writes through the committer of all partitions, reads from the database. */
export class PartitionJournal implements Journal {
  readonly initial: Journal['initial'];
  readonly changes: PartitionChanges;
  readonly #parts: PartitionJournalParts;
  readonly #state: PartitionState;
  readonly #reports: MysqlReports;
  readonly #papers: Papers;
  readonly #appender: Appender;
  readonly #seals: SealQueue;
  #unsealed: OpenedPartition['unsealed'] | null;
  #lastFlight: number;
  #closing: Promise<void> | null = null;

  constructor(parts: PartitionJournalParts) {
    const { opened, hosts, queue, clock } = parts;
    const { state } = opened;
    this.#parts = parts;
    this.#state = state;
    this.initial = opened.contents;
    this.#unsealed = opened.unsealed;
    this.#lastFlight = opened.lastFlight;
    this.#reports = new MysqlReports(hosts, state);
    this.#papers = new Papers(hosts, state.partition);
    this.#appender = new Appender(queue, state.tails, opened.nextReport);
    this.#seals = new SealQueue(queue);
    const write = (operation: Operation) => this.#write(operation);
    this.changes = new PartitionChanges({
      state,
      clock,
      write,
      read: (after, limit) => this.#papers.changes(after, limit),
    });
  }

  /** Yields them from memory, where they are kept until the first call. */
  eachUnsealed(visit: (flightNumber: number, report: Report) => void): void {
    if (this.#unsealed === null) throw new Error('the unsealed reports were read before');
    const flights = new Set(this.initial.flights.map(({ flight }) => flight.number));
    for (const [flight, report] of this.#unsealed) if (flights.has(flight)) visit(flight, report);
    this.#unsealed = null;
  }

  nextFlightNumber(): number {
    this.#lastFlight = nextFlightNumber(this.#state.partition, this.#lastFlight, this.#parts.clock.now());
    return this.#lastFlight;
  }

  async saveFlight(flight: Flight, change?: { readonly kind: string; readonly at: number }): Promise<void> {
    const row = toFlightRow(flight);
    const operations: Operation[] = [{ kind: 'flight', flight: row }];
    if (change !== undefined) {
      const { document } = row;
      operations.push({ kind: 'change', change: { ...change, flight: flight.number, document } });
    }
    if (flight.endedAt !== null) {
      const numbers = Float64Array.from(this.#state.tails.of(flight.number));
      operations.push({ kind: 'seal', flight: flight.number, numbers, progress: null, isLast: true });
    }
    return this.#write(...operations);
  }

  appendPositions(flightNumber: number, positions: readonly Position[]) {
    this.#requireOpen();
    return this.#appender.positions(flightNumber, positions);
  }

  appendEvents(flightNumber: number, events: readonly FlightEvent[]) {
    this.#requireOpen();
    return this.#appender.events(flightNumber, events);
  }

  barrier: Journal['barrier'] = () => this.#parts.queue.barrier();

  async sealFlight(flightNumber: number, progress: unknown): Promise<void> {
    this.#requireOpen();
    const numbers = Float64Array.from(this.#state.tails.of(flightNumber));
    return this.#seals.add({ flight: flightNumber, numbers, progress: JSON.stringify(progress) ?? null });
  }

  readReports: Journal['readReports'] = (flight, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
    answered(this.#reports.read(flight, after, limit));
  countReports: Journal['countReports'] = (flight, after) => answered(this.#reports.count(flight, after));
  readSealed: Journal['readSealed'] = (flight) => this.#state.sealed.get(flight)?.summary ?? null;

  hasSealedReport(flight: number, kind: 'position' | 'event', recordedAt: number): boolean {
    const sealed = this.#state.sealed.get(flight);
    return sealed !== null && holds(sealed.instants[kind], recordedAt);
  }

  readFlight: Journal['readFlight'] = (name) => answered(this.#papers.flight(name));
  readLastEnded: Journal['readLastEnded'] = (pilotId) => answered(this.#papers.lastEnded(pilotId));
  listFlights: Journal['listFlights'] = (filter) => answered(this.#papers.flights(filter));
  pageFlights: Journal['pageFlights'] = (request) => answered(this.#papers.flightPage(request));

  saveSession: Journal['saveSession'] = (session) => this.#write({ kind: 'session', session });
  deleteSessions: Journal['deleteSessions'] = (tokenHashes) => this.#write({ kind: 'sessions-gone', tokenHashes });

  async saveLoginFailure(failure: LoginFailure): Promise<void> {
    return this.#write({ kind: 'login-failure', failure, keepSince: this.#parts.clock.now() - failuresKeptMs });
  }

  async saveDelivered(flightNumber: number, number: number): Promise<void> {
    return this.#write({ kind: 'delivered', flight: flightNumber, number });
  }

  /** Of all partitions and servers; one that another server stored is known within a second. */
  readNote: Journal['readNote'] = (name) => this.#parts.notes.get(name);
  saveNote: Journal['saveNote'] = (name, text) => this.#write({ kind: 'note', name, text });
  saveAudit: Journal['saveAudit'] = (entry: AuditEntry) => this.#write({ kind: 'audit', entry });
  listAudit: Journal['listAudit'] = (limit) => answered(this.#papers.audit(limit));

  findPilot: Journal['findPilot'] = (ident) => answered(this.#papers.pilot(ident));
  erasePilot: Journal['erasePilot'] = (pilot) => this.#write({ kind: 'erase-pilot', pilot });
  isMissingReports: Journal['isMissingReports'] = () => false;
  /** InnoDB overwrites deleted rows by itself, in its own time. */
  scrub: Journal['scrub'] = async () => undefined;
  forget: Journal['forget'] = ({ flights: flightsEndedBefore, audit: auditBefore }) => {
    const keepUnreadSince = this.#parts.clock.now() - keptUnreadMs;
    return this.#write({ kind: 'forget', flightsEndedBefore, auditBefore, keepUnreadSince });
  };

  async backup(): Promise<void> {
    const message =
      'The journal is in a database server: back it up with mariadb-backup or mariadb-dump, see docs/backups.md.';
    throw new Refusal('not-offered', { message });
  }

  stats() {
    const { queue, readBytes } = this.#parts;
    return { queuedRows: queue.waiting, ...queue.counts, bytes: readBytes() };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#seals.drain();
    await this.#parts.queue.drain();
    this.#parts.onClosed();
  }

  /** Writes in one transaction, because everything added in one turn of the event loop is in one batch. */
  async #write(...operations: readonly Operation[]): Promise<void> {
    this.#requireOpen();
    this.#parts.queue.requireRoom(operations.length);
    await Promise.all(operations.map((operation) => this.#parts.queue.add(operation)));
  }

  #requireOpen(): void {
    if (this.#closing !== null) throw shuttingDown();
  }
}

/** While no node answers, what has to be read is refused like what has to be stored. */
async function answered<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw journalFull("The journal's database does not answer.");
    throw error;
  }
}
