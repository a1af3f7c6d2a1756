import type { Clock } from '../lib/clock.ts';
import type { NamesWith } from '../lib/table.ts';
import { Appender } from './appender.ts';
import { keptMs, keptUnreadMs } from './change-log.ts';
import { failuresKeptMs } from './contents.ts';
import type { ChangeRecords, Journal } from './journal.ts';
import type { JournalEngine } from './journal-engine.ts';
import type { journalTable } from './journal-table.ts';
import { shuttingDown } from './not-stored.ts';
import type { Operation } from './operations.ts';
import { toFlightRow } from './rows.ts';
import { type Seal, SealQueue } from './seal-queue.ts';

type Writes = Pick<Journal, NamesWith<typeof journalTable, 'by', 'journal'>>;

/** Returns the journal over this engine. */
export function journalOver(engine: JournalEngine, clock: Clock): Journal {
  return { ...engine.calls, ...new StoredJournal(engine, clock) };
}

/** What is the same wherever the rows are: numbers reports, decides what a write stores, and answers once it is durable. */
class StoredJournal implements Writes {
  readonly initial: Journal['initial'];
  readonly changes: ChangeRecords;
  readonly #engine: JournalEngine;
  readonly #clock: Clock;
  readonly #appender: Appender;
  readonly #seals: SealQueue;
  #closing: Promise<void> | null = null;

  constructor(engine: JournalEngine, clock: Clock) {
    const { contents, queue, tails, nextReport, changes } = engine;
    this.initial = contents;
    this.#engine = engine;
    this.#clock = clock;
    this.#appender = new Appender(queue, tails, nextReport);
    this.#seals = new SealQueue(queue);
    this.changes = { ...changes, saveCursor: (name, number) => this.#saveCursor(name, number) };
  }

  saveFlight: Journal['saveFlight'] = async (flight, change) => {
    const row = toFlightRow(flight);
    const operations: Operation[] = [{ kind: 'flight', flight: row }];
    if (change !== undefined)
      operations.push({ kind: 'change', change: { ...change, flight: flight.number, document: row.document } });
    if (flight.endedAt !== null)
      operations.push({ kind: 'seal', ...this.#sealOf(flight.number), progress: null, isLast: true });
    return this.#write(...operations);
  };

  appendPositions: Journal['appendPositions'] = (flightNumber, positions) => {
    this.#requireOpen();
    return this.#appender.positions(flightNumber, positions);
  };

  appendEvents: Journal['appendEvents'] = (flightNumber, events) => {
    this.#requireOpen();
    return this.#appender.events(flightNumber, events);
  };

  barrier: Journal['barrier'] = () => this.#engine.queue.barrier();

  sealFlight: Journal['sealFlight'] = async (flightNumber, progress) => {
    this.#requireOpen();
    return this.#seals.add({ ...this.#sealOf(flightNumber), progress: JSON.stringify(progress) ?? null });
  };

  saveSession: Journal['saveSession'] = (session) => this.#write({ kind: 'session', session });
  deleteSessions: Journal['deleteSessions'] = (tokenHashes) => this.#write({ kind: 'sessions-gone', tokenHashes });
  saveLoginFailure: Journal['saveLoginFailure'] = (failure) =>
    this.#write({ kind: 'login-failure', failure, keepSince: this.#clock.now() - failuresKeptMs });
  saveDelivered: Journal['saveDelivered'] = (flight, number) => this.#write({ kind: 'delivered', flight, number });
  saveNote: Journal['saveNote'] = (name, text, entry) => {
    const note: Operation = { kind: 'note', name, text };
    return entry === undefined ? this.#write(note) : this.#write(note, { kind: 'audit', entry });
  };
  saveAudit: Journal['saveAudit'] = (entry) => this.#write({ kind: 'audit', entry });
  erasePilot: Journal['erasePilot'] = (pilot) => this.#write({ kind: 'erase-pilot', pilot });
  forget: Journal['forget'] = ({ flights: flightsEndedBefore, audit: auditBefore }) => {
    const keepUnreadSince = this.#clock.now() - keptUnreadMs;
    return this.#write({ kind: 'forget', flightsEndedBefore, auditBefore, keepUnreadSince });
  };

  stats: Journal['stats'] = () => {
    const { queue } = this.#engine;
    return { queuedRows: queue.waiting, ...queue.counts, bytes: this.#engine.readBytes() };
  };

  close: Journal['close'] = () => {
    this.#closing ??= this.#close();
    return this.#closing;
  };

  async #close(): Promise<void> {
    await this.#seals.drain();
    await this.#engine.close();
  }

  /** Changes that every cursor has passed are deleted after a month, all others after three. */
  #saveCursor(name: string, number: number | null): Promise<void> {
    const now = this.#clock.now();
    return this.#write({ kind: 'cursor', name, number, keepSince: now - keptMs, keepUnreadSince: now - keptUnreadMs });
  }

  /** All reports of a flight so far. */
  #sealOf(flight: number): Pick<Seal, 'flight' | 'numbers'> {
    return { flight, numbers: Float64Array.from(this.#engine.tails.of(flight)) };
  }

  /** Writes in one transaction, because everything added in one turn of the event loop is in one batch. */
  async #write(...operations: readonly Operation[]): Promise<void> {
    this.#requireOpen();
    const { queue } = this.#engine;
    queue.requireRoom(operations.length);
    await Promise.all(operations.map((operation) => queue.add(operation)));
  }

  #requireOpen(): void {
    if (this.#closing !== null) throw shuttingDown();
  }
}
