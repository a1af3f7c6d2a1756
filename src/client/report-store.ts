import type { FlightEvent, Position, StartRequest } from './wire-types.ts';

/** A report that is not acknowledged yet. */
export type StoredReport =
  | { readonly id: number; readonly kind: 'position'; readonly position: Position }
  | { readonly id: number; readonly kind: 'event'; readonly event: FlightEvent };

/** Whose reports the store holds. */
export interface FlightMark {
  /** Null until the server named it: the legacy contract does so with the first position. */
  readonly flight_id: string | null;
  readonly bid_id: string | null;
  /** What opened it, for a flight without a bid. */
  readonly request: StartRequest;
  /** The pilot and the crew center, as the client names them; absent in what an older client wrote. */
  readonly owner?: string;
  /** When this client began or resumed it, milliseconds by the server's clock. */
  readonly since: number;
}

export interface StoredFlight {
  readonly mark: FlightMark;
  readonly reports: readonly StoredReport[];
}

/**
 * What must outlive a crash of the client: one flight and its unacknowledged reports. No secrets. Memory by default;
 * an application gives its own (a file, IndexedDB). A method that settles has kept what it was given.
 */
export interface ReportStore {
  load(): Promise<StoredFlight | null>;
  /** Begins with this flight and these reports; forgets everything else. */
  begin(mark: FlightMark, reports: readonly StoredReport[]): Promise<void>;
  append(report: StoredReport): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  clear(): Promise<void>;
}

/** A store that a crash of the process empties. */
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

/** Reports of a flight that the server never named are believed this long, milliseconds. */
export const unnamedForMs = 12 * 3600_000;

/** Whether what is stored belongs to the flight that is begun now. */
export function isOfFlight(stored: FlightMark, mark: FlightMark): boolean {
  if (stored.flight_id !== null) return stored.flight_id === mark.flight_id;
  return stored.bid_id === mark.bid_id && mark.since - stored.since < unnamedForMs;
}
