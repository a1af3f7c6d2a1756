import { createHash } from 'node:crypto';
import type { Report } from '../../tracking/model.ts';
import { columnCount } from '../../tracking/position/formats.ts';
import { writeColumns } from '../../tracking/position/position-code.ts';
import { ByteWriter } from '../bytes.ts';
import { eventText } from '../event-row.ts';
import type { AuditEntry, LoginFailure, StoredSession } from '../journal.ts';
import { encodeRow } from '../row-codec.ts';

/** Everything that a journal has of one flight, in no format of its own but that of the chunks. */
export interface FlightRecord {
  /** JSON, as it is stored. */
  readonly document: string;
  /** The delivery cursor; 0 when nothing was delivered. */
  readonly delivered: number;
  /** The summary of the sealed reports as JSON; null when there are none. */
  readonly sealed: string | null;
  readonly chunks: readonly Chunk[];
  readonly unsealed: readonly Report[];
  readonly changes: readonly Change[];
}

export interface Chunk {
  readonly first: number;
  readonly last: number;
  readonly body: Uint8Array;
}

export interface Change {
  readonly number: number;
  readonly at: number;
  readonly kind: string;
  readonly document: string;
}

/** What a journal has beside flights. */
export interface Rest {
  readonly sessions: readonly StoredSession[];
  readonly loginFailures: readonly LoginFailure[];
  readonly notes: readonly (readonly [name: string, text: string])[];
  /** Oldest first. */
  readonly audit: readonly AuditEntry[];
  readonly cursors: readonly (readonly [name: string, number: number])[];
  /** Number of the newest change, even if it was deleted. */
  readonly lastChange: number;
}

/** One end of a move. */
export interface JournalSide {
  readonly flights: () => Promise<readonly number[]>;
  /** Null when there is no such flight. */
  read(flight: number): Promise<FlightRecord | null>;
  /** Replaces what is there of the flight. */
  write(flight: number, record: FlightRecord): Promise<void>;
  remove(flight: number): Promise<void>;
  readRest(): Promise<Rest>;
  writeRest(rest: Rest): Promise<void>;
}

/** Two flights with the same digest have the same documents, reports and changes under the same numbers. */
export function digestOf(record: FlightRecord): string {
  const chunks = record.chunks.map(({ first, last, body }) => [first, last, sha256(body)]);
  return sha256(JSON.stringify({ ...record, chunks }));
}

export function digestOfRest(rest: Rest): string {
  return sha256(JSON.stringify(inOrder(rest)));
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Rows as they are stored, in the order of their names, so that two journals with the same have the same digest. */
export function inOrder(rest: Rest): Rest {
  const by =
    <T>(key: (item: T) => string) =>
    (a: T, b: T) =>
      key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
  return {
    sessions: rest.sessions.toSorted(by(({ tokenHash }) => tokenHash)),
    loginFailures: rest.loginFailures.toSorted(by((failure) => JSON.stringify(failure))),
    notes: rest.notes.toSorted(by(([name]) => name)),
    audit: rest.audit,
    cursors: rest.cursors.toSorted(by(([name]) => name)),
    lastChange: rest.lastChange,
  };
}

const row = new Float64Array(columnCount);
const bytes = new ByteWriter();

/** Encodes a report as a row that refers to no numbered text: journals number texts each in their own way. */
export function rowOf(report: Report): { readonly isEvent: boolean; readonly body: Buffer } {
  if (report.kind === 'event') return { isEvent: true, body: Buffer.from(eventText(report.event), 'utf8') };
  const strings: string[] = [];
  writeColumns(row, 0, report.position, (text) => -strings.push(text));
  return { isEvent: false, body: Buffer.from(encodeRow(bytes, row, 0, strings)) };
}
