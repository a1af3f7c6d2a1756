import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import { copyDatabase } from '../lib/database-copy.ts';
import type { Flight, FlightEvent, Position, Report } from '../tracking/model.ts';
import { Refusal } from '../tracking/refusals.ts';
import { Appender } from './appender.ts';
import { ChangeLog, keptUnreadMs } from './change-log.ts';
import { Committer, type CommitterOptions } from './committer.ts';
import { failuresKeptMs, readContents, readNumbers, readTails } from './contents.ts';
import { sizeOf } from './directory.ts';
import type { AuditEntry, Journal, LoginFailure } from './journal.ts';
import type { BatchFailure, BatchResult, Operation, WriterFaults } from './operations.ts';
import { PaperReader } from './paper-reader.ts';
import { ReportReader } from './report-reader.ts';
import { toFlightRow } from './rows.ts';
import { SealQueue } from './seal-queue.ts';
import { Tails } from './tails.ts';
import { TextNumbers } from './texts.ts';

export interface DurableJournalParts {
  readonly file: string;
  /** A connection that only reads. */
  readonly reading: DatabaseSync;
  /** The lock of the data directory. */
  readonly lock: Disposable;
  readonly clock: Clock;
  readonly commitWindowMs: number;
  readonly queueRows: number;
  readonly faults: WriterFaults;
  onFailure(failure: BatchFailure): void;
  onCommit(): void;
}

/** The journal on disk: assigns numbers, and writes through the committer and the writer's thread. */
export class DurableJournal implements Journal {
  readonly initial: Journal['initial'];
  readonly changes: ChangeLog;
  readonly #parts: DurableJournalParts;
  readonly #tails = new Tails();
  readonly #reports: ReportReader;
  readonly #papers: PaperReader;
  readonly #committer: Committer;
  readonly #appender: Appender;
  readonly #seals: SealQueue;
  #lastFlight: number;
  readonly #flightStep: number;
  #closing: Promise<void> | null = null;

  constructor(parts: DurableJournalParts) {
    this.#parts = parts;
    const { reading, file, faults, commitWindowMs, queueRows } = parts;
    this.#reports = new ReportReader(reading, this.#tails);
    this.#papers = new PaperReader(reading);
    this.changes = new ChangeLog(reading, parts.clock, (...operations) => this.#write(...operations));
    const { report, flight, flightStep, texts } = readNumbers(reading);
    this.#lastFlight = flight - flightStep;
    this.#flightStep = flightStep;
    const onCommit = (result: BatchResult) => this.#committed(result);
    const onFailure: CommitterOptions['onFailure'] = (failure, lost) => {
      this.#tails.remove(lost);
      parts.onFailure(failure);
    };
    const options = { texts: new TextNumbers(texts), commitWindowMs, queueRows, onCommit, onFailure };
    this.#committer = new Committer({ file, faults }, options);
    // Read while the writer's thread starts.
    readTails(reading, this.#tails);
    this.initial = readContents(reading, parts.clock.now());
    this.#appender = new Appender(this.#committer, this.#tails, report);
    this.#seals = new SealQueue(this.#committer);
  }

  /** Must be awaited before anything is written. */
  ready = (): Promise<void> => this.#committer.ready();

  eachUnsealed(visit: (flightNumber: number, report: Report) => void): void {
    this.#reports.eachRaw(new Set(this.initial.flights.map(({ flight }) => flight.number)), visit);
  }

  nextFlightNumber(): number {
    this.#lastFlight += this.#flightStep;
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

  async readReports(flightNumber: number, options: { readonly after?: number; readonly limit?: number } = {}) {
    return this.#reports.read(flightNumber, options.after ?? 0, options.limit ?? Number.POSITIVE_INFINITY);
  }

  readSealed: Journal['readSealed'] = (flightNumber) => this.#reports.sealed(flightNumber);
  countReports: Journal['countReports'] = (flightNumber, after) => this.#reports.count(flightNumber, after);
  hasSealedReport: Journal['hasSealedReport'] = (...report) => this.#reports.hasSealed(...report);

  readFlight: Journal['readFlight'] = async (name) => this.#papers.flight(name);
  readLastEnded: Journal['readLastEnded'] = async (pilotId) => this.#papers.lastEnded(pilotId);
  listFlights: Journal['listFlights'] = async (filter) => this.#papers.flights(filter);
  pageFlights: Journal['pageFlights'] = async (request) => this.#papers.flightPage(request);

  saveSession: Journal['saveSession'] = (session) => this.#write({ kind: 'session', session });
  deleteSessions: Journal['deleteSessions'] = (tokenHashes) => this.#write({ kind: 'sessions-gone', tokenHashes });

  async saveLoginFailure(failure: LoginFailure): Promise<void> {
    const keepSince = this.#parts.clock.now() - failuresKeptMs;
    return this.#write({ kind: 'login-failure', failure, keepSince });
  }

  async saveDelivered(flightNumber: number, number: number): Promise<void> {
    return this.#write({ kind: 'delivered', flight: flightNumber, number });
  }

  readNote: Journal['readNote'] = (name) => this.#papers.note(name);

  async saveNote(name: string, text: string | null): Promise<void> {
    return this.#write({ kind: 'note', name, text });
  }

  saveAudit = async (entry: AuditEntry): Promise<void> => this.#write({ kind: 'audit', entry });

  listAudit: Journal['listAudit'] = async (limit) => this.#papers.audit(limit);

  findPilot: Journal['findPilot'] = async (ident) => this.#papers.pilot(ident);
  erasePilot: Journal['erasePilot'] = (pilotId, ident) => this.#write({ kind: 'erase-pilot', pilotId, ident });
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
    if (this.#closing === null) return;
    throw new Refusal('shutting-down', {
      message: 'The server is shutting down. Try again in a minute.',
      retryAfterS: 30,
    });
  }

  #committed(result: BatchResult): void {
    for (const [flight, lastNumber] of result.sealed) this.#tails.cut(flight, lastNumber);
    this.#parts.onCommit();
  }
}
