import type { FlightEvent, Position, StartRequest } from './wire-types.ts';

/** An unacknowledged report. */
export type StoredReport =
  | { readonly id: number; readonly kind: 'position'; readonly position: Position }
  | { readonly id: number; readonly kind: 'event'; readonly event: FlightEvent };

/** Identifies the flight whose reports are in the store. */
export interface FlightMark {
  /** Null until the server returns it: in the legacy contract with the first position. */
  readonly flight_id: string | null;
  readonly bid_id: string | null;
  /** The start request of a flight without a bid. */
  readonly request: StartRequest;
  /** The pilot and the crew center, as a text of the client's; absent in files of older clients. */
  readonly owner?: string;
  /** When this client began or resumed it, milliseconds by the server's clock. */
  readonly since: number;
}

export interface StoredFlight {
  readonly mark: FlightMark;
  readonly reports: readonly StoredReport[];
}

/**
 * Stores what must survive a crash of the client: one flight and its unacknowledged reports. No secrets. In memory by
 * default; an application can provide its own (a file, IndexedDB). When a method settles, its change must be stored.
 */
export interface ReportStore {
  load(): Promise<StoredFlight | null>;
  /** Replaces the content by this flight and these reports. */
  begin(mark: FlightMark, reports: readonly StoredReport[]): Promise<void>;
  append(report: StoredReport): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  clear(): Promise<void>;
}

/** A store in memory, which is lost when the process crashes. */
export function memoryStore(): ReportStore {
  let mark: FlightMark | null = null;
  let reportsById = new Map<number, StoredReport>();
  return {
    load: async () => (mark === null ? null : { mark, reports: [...reportsById.values()] }),
    begin: async (begun, reports) => {
      mark = begun;
      reportsById = new Map(reports.map((report) => [report.id, report]));
    },
    append: async (report) => void reportsById.set(report.id, report),
    remove: async (ids) => ids.forEach((id) => void reportsById.delete(id)),
    clear: async () => {
      mark = null;
      reportsById = new Map();
    },
  };
}

/** Maximum age of stored reports whose flight the server never confirmed, milliseconds. */
export const unnamedForMs = 12 * 3600_000;

/** Whether the stored reports belong to the flight that is started now. */
export function isOfFlight(stored: FlightMark, mark: FlightMark): boolean {
  if (stored.flight_id !== null) return stored.flight_id === mark.flight_id;
  return stored.bid_id === mark.bid_id && mark.since - stored.since < unnamedForMs;
}
