import { keptUnreadMs } from '../../../src/journal/change-log.ts';
import { packChunk } from '../../../src/journal/chunk.ts';
import { failuresKeptMs } from '../../../src/journal/contents.ts';
import { eventOf, eventText } from '../../../src/journal/event-row.ts';
import type { Appended, Journal, LoginFailure, StoredSession } from '../../../src/journal/journal.ts';
import { toFlightRow } from '../../../src/journal/rows.ts';
import { summaryOf } from '../../../src/journal/sealed-summary.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { Flight, FlightEvent, Position, Report } from '../../../src/tracking/model.ts';
import { Refusal } from '../../../src/tracking/refusals.ts';
import { auditOf, auditPage } from './audit.ts';
import { Documents } from './documents.ts';
import { erasePilot, forget } from './erasing.ts';
import type { Committer, Write } from './model-committer.ts';
import { changesOf, contentsOf, copyOf } from './model-contents.ts';
import { ModelSeals } from './model-seals.ts';
import { everything, type Share } from './share.ts';
import { storedPosition } from './stored-position.ts';
import type { Tables } from './tables.ts';

/** A journal whose disk is a model: what is not committed is lost with the process. */
export class ModelJournal implements Journal {
  readonly initial: Journal['initial'];
  readonly changes: Journal['changes'];
  readonly #tables: Tables;
  readonly #committer: Committer;
  readonly #clock: Clock;
  readonly #documents: Documents;
  readonly #seals: ModelSeals;
  #nextReport: number;
  readonly #share: Share;
  #lastFlight: number;
  #closing: Promise<void> | null = null;

  constructor(tables: Tables, committer: Committer, clock: Clock, share = everything) {
    this.#tables = tables;
    this.#committer = committer;
    this.#clock = clock;
    this.#share = share;
    this.#documents = new Documents(tables, share);
    this.#seals = new ModelSeals(committer, tables);
    this.#nextReport = tables.lastReport + 1;
    const own = [...tables.flights.values()].filter(({ pilotId }) => share.hasPilot(pilotId));
    this.#lastFlight = Math.max(0, ...own.map(({ number }) => number));
    this.initial = contentsOf(tables, clock.now(), share);
    this.changes = changesOf(tables, clock, (write) => this.#write(write));
  }

  eachUnsealed(visit: (flightNumber: number, report: Report) => void): void {
    const raw = this.initial.flights.flatMap(({ flight: { number } }) =>
      (this.#tables.reports.get(number)?.raw ?? []).map((report) => [number, report] as const),
    );
    for (const [flight, report] of raw.sort(([, a], [, b]) => a.number - b.number)) visit(flight, copyOf(report));
  }

  nextFlightNumber(): number {
    this.#lastFlight = this.#share.nextFlightNumber(this.#lastFlight);
    return this.#lastFlight;
  }

  async saveFlight(flight: Flight, change?: { readonly kind: string; readonly at: number }): Promise<void> {
    const row = toFlightRow(flight);
    const { number, document } = row;
    const through = this.#nextReport - 1;
    const writes: Write[] = [() => void this.#tables.flights.set(number, row)];
    if (change !== undefined) writes.push(() => this.#tables.addChange({ ...change, flight: number, document }));
    if (flight.endedAt !== null) writes.push(() => this.#tables.seal(number, through, null));
    return this.#write(...writes);
  }

  appendPositions(flightNumber: number, positions: readonly Position[]): Appended {
    return this.#append(flightNumber, positions, (position, number) => {
      return { number, kind: 'position', position: storedPosition(position) };
    });
  }

  appendEvents(flightNumber: number, events: readonly FlightEvent[]): Appended {
    return this.#append(flightNumber, events, (event, number) => {
      return { number, kind: 'event', event: eventOf(eventText(event)) };
    });
  }

  barrier = (): Promise<void> => this.#committer.barrier();

  async sealFlight(flightNumber: number, progress: unknown): Promise<void> {
    this.#requireOpen();
    return this.#seals.add(flightNumber, this.#nextReport - 1, JSON.stringify(progress) ?? null);
  }

  async readReports(flightNumber: number, options: { readonly after?: number; readonly limit?: number } = {}) {
    const { after = 0, limit } = options;
    const { sealed, raw } = this.#tables.reports.get(flightNumber) ?? { sealed: [], raw: [] };
    const found = [...sealed, ...raw].filter(({ number }) => number > after);
    return found.slice(0, limit).map(copyOf);
  }

  async readChunks(flightNumber: number) {
    const { sealed } = this.#tables.reports.get(flightNumber) ?? { sealed: [] };
    return sealed.length === 0 ? [] : [packChunk(sealed).toString('base64')];
  }

  readSealed: Journal['readSealed'] = (flightNumber) => {
    const summary = this.#tables.reports.get(flightNumber)?.summary ?? null;
    return summary === null ? null : summaryOf(summary);
  };

  countReports: Journal['countReports'] = async (flightNumber, after) =>
    (await this.readReports(flightNumber, { after })).length;

  hasSealedReport: Journal['hasSealedReport'] = (flightNumber, kind, recordedAt) =>
    this.#tables.reports.get(flightNumber)?.instants[kind].has(recordedAt) ?? false;

  readFlight: Journal['readFlight'] = async (name) => this.#documents.flight(name);
  readLastEnded: Journal['readLastEnded'] = async (pilotId) => this.#documents.lastEnded(pilotId);
  listFlights: Journal['listFlights'] = async (filter) => this.#documents.flights(filter);
  pageFlights: Journal['pageFlights'] = async (request) => this.#documents.page(request);

  saveSession = (session: StoredSession): Promise<void> => {
    const stored = { ...session };
    return this.#write(() => void this.#tables.sessions.set(stored.tokenHash, stored));
  };

  deleteSessions: Journal['deleteSessions'] = (tokenHashes) =>
    this.#write(() => {
      for (const hash of tokenHashes) this.#tables.sessions.delete(hash);
    });

  async saveLoginFailure(failure: LoginFailure): Promise<void> {
    const since = this.#clock.now() - failuresKeptMs;
    return this.#write(() => {
      const kept = this.#tables.loginFailures.filter(({ at }) => at >= since);
      this.#tables.loginFailures = [...kept, { ...failure }];
    });
  }

  saveDelivered: Journal['saveDelivered'] = async (flight, number) =>
    this.#write(() => void this.#tables.delivered.set(flight, number));

  readNote: Journal['readNote'] = (name) => this.#tables.notes.get(name) ?? null;

  saveNote: Journal['saveNote'] = async (name, text, entry) => {
    const { notes, audit } = this.#tables;
    const note: Write = text === null ? () => void notes.delete(name) : () => void notes.set(name, text);
    return entry === undefined ? this.#write(note) : this.#write(note, () => void audit.push({ ...entry }));
  };

  saveAudit: Journal['saveAudit'] = async (entry) => this.#write(() => void this.#tables.audit.push({ ...entry }));
  listAudit: Journal['listAudit'] = async (limit) => this.#tables.audit.toReversed().slice(0, limit);
  pageAudit: Journal['pageAudit'] = async (request) => auditPage(this.#tables.audit, request);
  countAudit: Journal['countAudit'] = async (wanted) => auditOf(this.#tables.audit, wanted).length;
  findPilot: Journal['findPilot'] = async (ident) => this.#documents.pilot(ident);

  erasePilot: Journal['erasePilot'] = (pilot) => this.#write(() => erasePilot(this.#tables, pilot));
  isMissingReports = (): boolean => false;
  scrub = async (): Promise<void> => undefined;
  forget: Journal['forget'] = async (before) => {
    const keepUnreadSince = this.#clock.now() - keptUnreadMs;
    return this.#write(() => forget(this.#tables, before, keepUnreadSince));
  };

  backup = (): Promise<never> => Promise.reject(new Error('a model has no files to copy'));

  stats() {
    const bytes = 100 * Object.values(this.#tables.sizes).reduce((sum, size) => sum + size, 0);
    return { queuedRows: this.#committer.waiting, ...this.#committer.counts, bytes };
  }

  close(): Promise<void> {
    this.#closing ??= this.#seals.drain().then(() => this.#committer.close());
    return this.#closing;
  }

  /** The process ends now. What is being written reaches the disk, or nothing of it does; its answer never comes. */
  kill(isWritten: boolean): void {
    this.#committer.die(isWritten);
  }

  #append<T>(flight: number, given: readonly T[], toReport: (one: T, number: number) => Report): Appended {
    this.#requireOpen();
    this.#committer.requireRoom(given.length);
    const firstNumber = this.#nextReport;
    if (given.length === 0) return { firstNumber, durable: Promise.resolve() };
    const reports = given.map((one, index) => toReport(one, firstNumber + index));
    this.#nextReport += given.length;
    // Each is one of the rows that wait.
    const writes = reports.map((report) => () => this.#tables.append(flight, report));
    return { firstNumber, durable: this.#committer.add(...writes) };
  }

  async #write(...writes: readonly Write[]): Promise<void> {
    this.#requireOpen();
    this.#committer.requireRoom(writes.length);
    await this.#committer.add(...writes);
  }

  #requireOpen(): void {
    if (this.#closing === null) return;
    throw new Refusal('shutting-down', {
      message: 'The server is shutting down. Try again in a minute.',
      retryAfterS: 30,
    });
  }
}
