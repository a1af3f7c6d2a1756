import { copyDatabase } from '../lib/database-copy.ts';
import type { Flight, FlightEvent, Position, Report } from '../tracking/model.ts';
import { Appender } from './appender.ts';
import { ChangeLog, keptUnreadMs } from './change-log.ts';
import { Committer, type CommitterOptions } from './committer.ts';
import { failuresKeptMs, type ReadContents, readContents, readNumbers, readTails } from './contents.ts';
import type { NoteDamage } from './damaged-row.ts';
import { sizeOf } from './directory.ts';
import type { DurableJournalParts } from './durable-journal-parts.ts';
import type { AuditEntry, Journal, LoginFailure } from './journal.ts';
import { JournalReader } from './journal-reader.ts';
import { shuttingDown } from './not-stored.ts';
import type { BatchResult, Operation } from './operations.ts';
import { toFlightRow } from './rows.ts';
import { SealQueue } from './seal-queue.ts';
import { Tails } from './tails.ts';
import { TextNumbers } from './texts.ts';

/** The journal on disk: assigns numbers, and writes through the committer and the writer's thread. */
export class DurableJournal implements Journal {
  readonly initial: Journal['initial'];
  readonly changes: ChangeLog;
  readonly #parts: DurableJournalParts;
  readonly #tails = new Tails();
  readonly #reader: JournalReader;
  readonly #committer: Committer;
  readonly #appender: Appender;
  readonly #seals: SealQueue;
  /** Flights whose sealed reports the core starts from too. */
  readonly #unsealed: readonly number[];
  #lastFlight: number;
  #closing: Promise<void> | null = null;

  constructor(parts: DurableJournalParts) {
    this.#parts = parts;
    const { reading, file, faults, commitWindowMs, queueRows } = parts;
    const reader = new JournalReader(reading, this.#tails, parts.onDamage);
    const { onDamage } = reader;
    this.#reader = reader;
    this.changes = new ChangeLog(reading, reader, parts.clock, (...operations) => this.#write(...operations));
    const { report, flight, texts } = readNumbers(reading, onDamage);
    this.#lastFlight = flight - 1;
    const onCommit = (result: BatchResult) => this.#committed(result);
    const onFailure: CommitterOptions['onFailure'] = (failure, lost) => {
      this.#tails.remove(lost);
      parts.onFailure(failure);
    };
    const options = { texts: new TextNumbers(texts), commitWindowMs, queueRows, onCommit, onFailure };
    this.#committer = new Committer({ file, faults }, options);
    const { unsealed, ...initial } = this.#readFirst(onDamage);
    this.#unsealed = unsealed;
    this.initial = initial;
    this.#appender = new Appender(this.#committer, this.#tails, report);
    this.#seals = new SealQueue(this.#committer);
  }

  /** Reads what the core starts from, while the writer's thread starts. */
  #readFirst(onDamage: NoteDamage): ReadContents {
    const { reading, clock } = this.#parts;
    try {
      readTails(reading, this.#tails, onDamage);
      return readContents(reading, clock.now(), onDamage);
    } catch (error) {
      this.#committer.abandon();
      throw error;
    }
  }

  /** Must be awaited before anything is written. */
  ready = (): Promise<void> => this.#committer.ready();

  eachUnsealed(visit: (flightNumber: number, report: Report) => void): void {
    const flights = new Set(this.initial.flights.map(({ flight }) => flight.number));
    this.#reader.eachRaw(flights, this.#unsealed, visit);
  }

  nextFlightNumber(): number {
    this.#lastFlight += 1;
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
      const numbers = Float64Array.from(this.#tails.of(flight.number));
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

  barrier(): Promise<void> {
    return this.#committer.barrier();
  }

  async sealFlight(flightNumber: number, progress: unknown): Promise<void> {
    this.#requireOpen();
    const numbers = Float64Array.from(this.#tails.of(flightNumber));
    return this.#seals.add({ flight: flightNumber, numbers, progress: JSON.stringify(progress) ?? null });
  }

  readReports: Journal['readReports'] = (...args) => this.#reader.readReports(...args);
  isMissingReports: Journal['isMissingReports'] = (flight) => this.#reader.isMissingReports(flight);
  readSealed: Journal['readSealed'] = (flight) => this.#reader.readSealed(flight);
  countReports: Journal['countReports'] = (...args) => this.#reader.countReports(...args);
  hasSealedReport: Journal['hasSealedReport'] = (...report) => this.#reader.hasSealedReport(...report);
  readFlight: Journal['readFlight'] = (name) => this.#reader.readFlight(name);
  readLastEnded: Journal['readLastEnded'] = (pilotId) => this.#reader.readLastEnded(pilotId);
  listFlights: Journal['listFlights'] = (filter) => this.#reader.listFlights(filter);
  pageFlights: Journal['pageFlights'] = (request) => this.#reader.pageFlights(request);
  readNote: Journal['readNote'] = (name) => this.#reader.readNote(name);
  listAudit: Journal['listAudit'] = (limit) => this.#reader.listAudit(limit);
  findPilot: Journal['findPilot'] = (ident) => this.#reader.findPilot(ident);

  saveSession: Journal['saveSession'] = (session) => this.#write({ kind: 'session', session });
  deleteSessions: Journal['deleteSessions'] = (tokenHashes) => this.#write({ kind: 'sessions-gone', tokenHashes });

  async saveLoginFailure(failure: LoginFailure): Promise<void> {
    const keepSince = this.#parts.clock.now() - failuresKeptMs;
    return this.#write({ kind: 'login-failure', failure, keepSince });
  }

  async saveDelivered(flightNumber: number, number: number): Promise<void> {
    return this.#write({ kind: 'delivered', flight: flightNumber, number });
  }

  async saveNote(name: string, text: string | null): Promise<void> {
    return this.#write({ kind: 'note', name, text });
  }

  saveAudit = async (entry: AuditEntry): Promise<void> => this.#write({ kind: 'audit', entry });

  erasePilot: Journal['erasePilot'] = (pilot) => this.#write({ kind: 'erase-pilot', pilot });
  scrub: Journal['scrub'] = () => this.#committer.scrub();
  forget: Journal['forget'] = ({ flights: flightsEndedBefore, audit: auditBefore }) => {
    const keepUnreadSince = this.#parts.clock.now() - keptUnreadMs;
    return this.#write({ kind: 'forget', flightsEndedBefore, auditBefore, keepUnreadSince });
  };

  async backup(path: string): Promise<void> {
    return copyDatabase(this.#parts.file, path);
  }

  stats() {
    const bytes = sizeOf(this.#parts.file) + sizeOf(`${this.#parts.file}-wal`);
    return { queuedRows: this.#committer.waiting, ...this.#committer.counts, bytes };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#seals.drain();
    await this.#committer.close();
    this.#parts.reading.close();
    this.#parts.lock[Symbol.dispose]();
  }

  /** Writes in one transaction, because everything added in one turn of the event loop is in one batch. */
  async #write(...operations: readonly Operation[]): Promise<void> {
    this.#requireOpen();
    this.#committer.requireRoom(operations.length);
    await Promise.all(operations.map((operation) => this.#committer.add(operation)));
  }

  #requireOpen(): void {
    if (this.#closing !== null) throw shuttingDown();
  }

  #committed(result: BatchResult): void {
    for (const row of result.damaged) this.#reader.onDamage(row);
    for (const [flight, lastNumber] of result.sealed) this.#tails.cut(flight, lastNumber);
    this.#parts.onCommit();
  }
}
