import type { DurableLog } from '../lib/follower.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type {
  AuditFilter,
  AuditPageRequest,
  Flight,
  FlightEvent,
  FlightPageRequest,
  Position,
  Report,
  SessionLifetime,
} from '../tracking/model.ts';

/**
 * Tracker's durable storage. The promise of a write settles once its commit is on disk;
 * it rejects with `Refusal` `journal-full` when it could not be stored (full queue, full disk): then nothing of it is stored.
 * Writes become durable in the order in which they were made.
 */
export interface Journal {
  /** The contents at opening, from which the core starts. */
  readonly initial: JournalContents;
  /** Yields the unsealed reports of those flights, by number, for the start of the core; they are not all in memory at once. */
  eachUnsealed(visit: (flightNumber: number, report: Report) => void): void;

  nextFlightNumber(): number;
  /**
   * Inserts or replaces the flight's document, and in the same transaction adds the change, if any, to the log of changes.
   * A flight saved with `endedAt` has its reports sealed in the same transaction; `progress` stays as set by the last `sealFlight`.
   */
  saveFlight(flight: Flight, change?: { readonly kind: string; readonly at: number }): Promise<void>;
  /**
   * Appends reports of one flight, all or none. Assigns their numbers immediately, in order.
   * @throws Refusal `journal-full` at once, without waiting, when the queue is full.
   */
  appendPositions(flightNumber: number, positions: readonly Position[]): Appended;
  appendEvents(flightNumber: number, events: readonly FlightEvent[]): Appended;
  /** Settles when everything written so far is durable. Does not wait for pending seals, whose reports already are. */
  barrier(): Promise<void>;
  /**
   * Packs all reports of the flight appended so far into a chunk and deletes the raw rows. They are sealed
   * once it settles, and read the same before and after. When it rejects, nothing has changed.
   * `progress` is the core's fold over exactly these reports, read before the call returns; it is returned in `SealedSummary` at the next opening.
   */
  sealFlight(flightNumber: number, progress: unknown): Promise<void>;

  /** Yields the reports of a flight by `number`, including sealed ones, rounded by `report/formats.ts`: those with a number above `after` (default 0), at most `limit`. */
  readReports(
    flightNumber: number,
    options?: { readonly after?: number; readonly limit?: number },
  ): Promise<readonly Report[]>;
  /**
   * Returns the sealed reports of a flight packed, in base64, for threads that read many flights: `unpackChunk` reads each.
   * Those that are damaged are left out.
   */
  readChunks(flightNumber: number): Promise<readonly string[]>;
  /** Whether reports of this flight were found damaged: they are missing in what is read of it. */
  isMissingReports(flightNumber: number): boolean;
  /** Returns the summary of the flight's sealed reports; null when none is sealed, or when it is damaged. */
  readSealed(flightNumber: number): SealedSummary | null;
  /** Returns how many reports have a number above this one. */
  countReports(flightNumber: number, after: number): Promise<number>;
  /** Returns whether a sealed position (or event) of this flight, dated by its client, has this `recordedAt`. Synchronous; called rarely. */
  hasSealedReport(flightNumber: number, kind: 'position' | 'event', recordedAt: number): boolean;

  /** Returns a flight that is not a live one. */
  readFlight(name: { readonly flightId: string } | { readonly pirepId: string }): Promise<Flight | null>;
  /** Returns the pilot's most recently ended flight, or null. */
  readLastEnded(pilotId: string): Promise<Flight | null>;
  /** Newest first. */
  listFlights(filter: FlightFilter): Promise<readonly Flight[]>;
  /** Newest first, one page at a time; reads a bounded number of flights however few of them match. */
  pageFlights(request: FlightPageRequest): Promise<FlightPage>;

  /** The changes of flights, and the cursors of durable listeners. */
  readonly changes: ChangeRecords;

  saveSession(session: StoredSession): Promise<void>;
  deleteSessions(tokenHashes: readonly string[]): Promise<void>;
  saveLoginFailure(failure: LoginFailure): Promise<void>;

  /** Sets the flight's delivery cursor: reports up to `number` are delivered. */
  saveDelivered(flightNumber: number, number: number): Promise<void>;
  /** Stores a small text under a name (fingerprints, verification results). */
  readNote(name: string): string | null;
  /** In the same transaction adds the entry, if any, to the audit log: what is refused for one of both is not done. */
  saveNote(name: string, text: string | null, entry?: AuditEntry): Promise<void>;
  /** The audit log; append-only. */
  saveAudit(entry: AuditEntry): Promise<void>;
  /** The newest first. */
  listAudit(limit: number): Promise<readonly AuditEntry[]>;
  pageAudit(request: AuditPageRequest): Promise<AuditPage>;
  countAudit(wanted: AuditFilter): Promise<number>;
  /** Returns the pilot of this ident (any case), from their newest flight or session; null when nothing of them is kept. */
  findPilot(ident: string): Promise<KnownPilot | null>;
  /** Removes the pilot's name and own words; figures and tracks of their flights stay. Their flights must have ended. */
  erasePilot(traces: PilotTraces): Promise<void>;
  /** Overwrites what deleted rows and earlier versions of rows left in the file and its log. Nothing is stored meanwhile. */
  scrub(): Promise<void>;
  /** Deletes what is older: ended flights with their reports (a hundred at a time), and audit entries. null keeps all. */
  forget(before: { readonly flights: number | null; readonly audit: number | null }): Promise<void>;
  /** Writes a consistent copy of the journal to `path`, while the journal is in use. Returns what is damaged, a line each. */
  backup(path: string): Promise<readonly string[]>;

  stats(): JournalStats;
  /** Drains, checkpoints and closes. Later writes are rejected with `shutting-down`. */
  close(): Promise<void>;
}

export interface Appended {
  /** Number of the first report; the others have the following numbers. */
  readonly firstNumber: number;
  readonly durable: Promise<void>;
}

/** Numbered changes on disk, and the cursors of those who listen. */
export interface ChangeRecords extends DurableLog<StoredChange> {
  /** Moves a cursor; null removes it. */
  saveCursor(name: string, number: number | null): Promise<void>;
}

export interface JournalContents {
  /** Flights that are `starting`, `open`, `suspended` or `filing`, or have an intent or undelivered reports. */
  readonly flights: readonly StoredFlight[];
  readonly sessions: readonly StoredSession[];
  /** Of the last 24 hours. */
  readonly loginFailures: readonly LoginFailure[];
}

export interface StoredFlight {
  readonly flight: Flight;
  /** The delivery cursor. */
  readonly delivered: number;
  /** Summary of sealed reports, with which duplicates are recognised without unpacking. */
  readonly sealed: SealedSummary | null;
}

/** Data of a flight's sealed reports that is needed at start. Ranges are inclusive [from, to] pairs, ascending. */
export interface SealedSummary {
  readonly lastNumber: number;
  readonly positionCount: number;
  readonly eventCount: number;
  readonly positionSeqs: readonly (readonly [number, number])[];
  readonly eventSeqs: readonly (readonly [number, number])[];
  /** Newest `recordedAt` of a sealed position; later ones need no lookup. */
  readonly lastRecordedAt: number;
  /** The newest sealed position by `recordedAt`. */
  readonly lastPosition: Position | null;
  /** The core's fold over the sealed reports, as passed to `sealFlight`; opaque here. */
  readonly progress: unknown;
  /** Numbers of reports that were found damaged when they should have been sealed; absent when there are none. */
  readonly lost?: readonly number[];
}

export interface KnownPilot {
  readonly id: string;
  readonly ident: string;
  readonly name: string;
}

export interface FlightFilter {
  readonly pilotId?: string;
  readonly states?: readonly Flight['state'][];
  /** Only flights that ended at or after this instant. */
  readonly endedSince?: number;
  readonly limit?: number;
}

export interface FlightPage {
  readonly flights: readonly Flight[];
  /** `before` of the next page, which may be empty; null when every flight has been read. */
  readonly next: number | null;
}

export interface StoredSession {
  /** SHA-256 of the token, lower-case hex; the token itself is not stored. */
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
  /** Digest of the login as entered, in lower case. */
  readonly loginHash: string;
  readonly address: string;
  /** The account of the login; null when there is none. */
  readonly account: string | null;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** `after` of the next page, which may be empty; null when there is none. */
  readonly next: number | null;
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
  /** Number of writes that are not durable yet. */
  readonly queuedRows: number;
  /** Number of transactions, and of writes in them, since the opening. */
  readonly commits: number;
  readonly rows: number;
  /** Current size of the database and its log file. */
  readonly bytes: number;
  /** Transactions that could not be stored, since the opening. */
  readonly failures: number;
}

/** What is erased of a pilot: everything by which they can be recognised. */
export interface PilotTraces {
  readonly pilotId: string;
  /** Idents and addresses: whole words that are replaced wherever they stand. */
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** Digests of the names and keys with which the pilot signed in. */
  readonly loginHashes: readonly string[];
}
