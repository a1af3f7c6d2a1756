import type { AuditFilter, AuditPageRequest, Flight, Report } from '../tracking/model.ts';
import type { FailureMemory } from '../tracking/sessions/login-limit.ts';

/** What the pages read from and write to the journal. */
export interface Records extends FailureMemory {
  readReports(
    flightNumber: number,
    options?: { readonly after?: number; readonly limit?: number },
  ): Promise<readonly Report[]>;
  readFlight(name: { readonly flightId: string } | { readonly pirepId: string }): Promise<Flight | null>;
  readNote(name: string): string | null;
  /** The entry, if any, is stored with it or not at all. */
  saveNote(name: string, text: string | null, entry?: AuditLine): Promise<void>;
  saveAudit(entry: AuditLine): Promise<void>;
  listAudit(limit: number): Promise<readonly AuditLine[]>;
  pageAudit(
    request: AuditPageRequest,
  ): Promise<{ readonly entries: readonly AuditLine[]; readonly next: number | null }>;
  countAudit(wanted: AuditFilter): Promise<number>;
}

/** An entry of the audit log; `at` in milliseconds since the epoch. */
export interface AuditLine {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string | null;
}
