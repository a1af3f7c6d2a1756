import type { Flight, FlightEvent, Position, Report, SessionLifetime } from '../tracking/model.ts';

/**
 * Our durable memory. A promise that a write returns settles after the commit that holds it is on disk;
 * it rejects with `Refusal` `journal-full` when it could not be stored (full queue, full disk): nothing of it is stored then.
 * Writes become durable in the order in which they were made.
 */
export interface Journal {
  /** What was there at opening, for the core to start from. */
  readonly initial: JournalContents;
  /** The unsealed reports of those flights, by number: read one after the other, never all at once, for the core's start. */
  eachUnsealed(visit: (flightNumber: number, report: Report) => void): void;

  nextFlightNumber(): number;
  /**
   * Inserts or replaces the flight's document, and in the same transaction writes the change into the log of changes,
   * when there is one. A flight saved with `endedAt` has its reports sealed in the same transaction; `progress` stays as the last `sealFlight` gave it.
   */
  saveFlight(flight: Flight, change?: { readonly kind: string; readonly at: number }): Promise<void>;
  /**
   * Appends reports of one flight, all or none. Numbers are given here, in order, at once.
   * @throws Refusal `journal-full` at once, without waiting, when the queue is full.
   */
  appendPositions(flightNumber: number, positions: readonly Position[]): Appended;
  appendEvents(flightNumber: number, events: readonly FlightEvent[]): Appended;
  /** Settles when everything written so far is durable. Seals that wait are not waited for: what they pack is durable already. */
  barrier(): Promise<void>;
  /**
   * Packs all reports of the flight that were appended so far into a chunk and cuts the raw rows off. They are sealed
   * once it settles, and read the same before and after. When it rejects they stay as they were.
   * `progress` is the core's fold over exactly these reports; it comes back in `SealedSummary` at the next opening.
   */
  sealFlight(flightNumber: number, progress: unknown): Promise<void>;

  /** All reports of a flight by `number`, as rounded by `report/formats.ts`, sealed ones included, with a number above `after` (default 0), at most `limit`. */
  readReports(
    flightNumber: number,
    options?: { readonly after?: number; readonly limit?: number },
  ): Promise<readonly Report[]>;
  /** What is known of the flight's sealed reports; null when none is sealed. */
  readSealed(flightNumber: number): SealedSummary | null;
  /** How many of them are above this number. */
  countReports(flightNumber: number, after: number): Promise<number>;
  /** True when a sealed position (or event) of this flight, dated by its client, carries this `recordedAt`. Synchronous and rare. */
  hasSealedReport(flightNumber: number, kind: 'position' | 'event', recordedAt: number): boolean;

  /** A flight that is not among the live ones. */
  readFlight(name: { readonly flightId: string } | { readonly pirepId: string }): Promise<Flight | null>;
  /** The flight that this pilot ended last, or null. */
  readLastEnded(pilotId: string): Promise<Flight | null>;
  /** Newest first. */
  listFlights(filter: FlightFilter): Promise<readonly Flight[]>;

  /** What happened to flights, and how far each durable listener has read. */
  readonly changes: ChangeRecords;

  saveSession(session: StoredSession): Promise<void>;
  deleteSessions(tokenHashes: readonly string[]): Promise<void>;
  saveLoginFailure(failure: LoginFailure): Promise<void>;

  /** The flight's delivery cursor: reports up to `number` are with the platform. */
  saveDelivered(flightNumber: number, number: number): Promise<void>;
  /** A small durable text under a name (fingerprints, verification results). */
  readNote(name: string): string | null;
  saveNote(name: string, text: string | null): Promise<void>;
  /** Who did what; append only. */
  saveAudit(entry: AuditEntry): Promise<void>;
  listAudit(limit: number): Promise<readonly AuditEntry[]>;
  /** A consistent copy of the journal at `path`, made while it is written to. */
  backup(path: string): Promise<void>;

  stats(): JournalStats;
  /** Drains, checkpoints and closes. Later writes are refused with `shutting-down`. */
  close(): Promise<void>;
}

export interface Appended {
  /** The number of the first report; the others follow by one. */
  readonly firstNumber: number;
  readonly durable: Promise<void>;
}

/** Numbered changes on disk, and the cursors of those who listen. */
export interface ChangeRecords {
  /** Those with a number above `after`, in order, at most `limit`. */
  read(after: number, limit: number): readonly StoredChange[];
  /** The number of the newest; 0 when there is none. */
  last(): number;
  /** How far this listener has read; null when it never did. */
  cursor(name: string): number | null;
  /** Moves a cursor; null removes it. */
  saveCursor(name: string, number: number | null): Promise<void>;
}

export interface JournalContents {
  /** Every flight that is `starting`, `open`, `suspended` or `filing`, or has an intent or undelivered reports. */
  readonly flights: readonly StoredFlight[];
  readonly sessions: readonly StoredSession[];
  /** Of the last 24 hours. */
  readonly loginFailures: readonly LoginFailure[];
}

export interface StoredFlight {
  readonly flight: Flight;
  /** The delivery cursor. */
  readonly delivered: number;
  /** What is known of sealed reports, so that repeats of them are recognised without unpacking. */
  readonly sealed: SealedSummary | null;
}

/** What start-up needs of the sealed part of a flight. Ranges are inclusive [from, to] pairs, ascending. */
export interface SealedSummary {
  readonly lastNumber: number;
  readonly positionCount: number;
  readonly eventCount: number;
  readonly positionSeqs: readonly (readonly [number, number])[];
  readonly eventSeqs: readonly (readonly [number, number])[];
  /** Newest `recordedAt` of a sealed position; later ones need no look-up. */
  readonly lastRecordedAt: number;
  /** The newest sealed position by `recordedAt`. */
  readonly lastPosition: Position | null;
  /** The core's own fold over what is sealed, as it gave it to `sealFlight`; opaque here. */
  readonly progress: unknown;
}

export interface FlightFilter {
  readonly pilotId?: string;
  readonly states?: readonly Flight['state'][];
  readonly limit?: number;
}

/** Something that happened to a flight, as it was written down. */
export interface StoredChange {
  readonly number: number;
  readonly at: number;
  readonly kind: string;
  /** The document as it was then. */
  readonly flight: Flight;
}

export interface StoredSession {
  /** SHA-256 of the token, lower-case hex; the token itself is nowhere. */
  readonly tokenHash: string;
  readonly pilotId: string;
  readonly pilotIdent: string;
  readonly pilotName: string;
  readonly credentialVersion: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lifetime: SessionLifetime;
}

export interface LoginFailure {
  readonly at: number;
  /** A digest of the login as it was typed, lower-cased. */
  readonly loginHash: string;
  readonly address: string;
  /** Whose login it is; null when it is nobody's. */
  readonly account: string | null;
}

export interface AuditEntry {
  readonly at: number;
  /** `operator@cli`, `admin:1` … */
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string | null;
}

export interface JournalStats {
  /** Writes that are not durable yet. */
  readonly queuedRows: number;
  /** Transactions, and writes in them, since the opening. */
  readonly commits: number;
  readonly rows: number;
  /** Of the database and its log file, on disk now. */
  readonly bytes: number;
}
