import type { AuditEntry, LoginFailure, StoredSession } from '../../../src/journal/journal.ts';
import type { ChangeRow, FlightRow } from '../../../src/journal/operations.ts';
import { flightOf } from '../../../src/journal/rows.ts';
import { addToSummary, summaryOf } from '../../../src/journal/sealed-summary.ts';
import type { Flight, Report } from '../../../src/tracking/model.ts';

/** The reports of one flight: those sealed come before those that are not. */
export interface FlightReports {
  sealed: Report[];
  raw: Report[];
  /** Of the sealed ones, as text; null when there is none. */
  summary: string | null;
  /** When the sealed ones were recorded that their client dated. */
  readonly instants: Readonly<Record<Report['kind'], Set<number>>>;
}

/** A change of the log, as it is stored. */
export type ChangeOnDisk = ChangeRow & { readonly number: number };

/** The flight of a stored document, as a copy. */
export function flightIn({ document }: { readonly document: string }): Flight {
  return flightOf({ document });
}

/** What is on the disk. Each method is one write of a transaction that succeeds; texts stand for what is not shared. */
export class Tables {
  readonly flights = new Map<number, FlightRow>();
  readonly reports = new Map<number, FlightReports>();
  readonly delivered = new Map<number, number>();
  readonly sessions = new Map<string, StoredSession>();
  readonly notes = new Map<string, string>();
  readonly cursors = new Map<string, number>();
  loginFailures: LoginFailure[] = [];
  changes: ChangeOnDisk[] = [];
  audit: AuditEntry[] = [];
  lastReport = 0;
  lastChange = 0;

  append(flight: number, report: Report): void {
    this.#reportsOf(flight).raw.push(report);
    this.lastReport = Math.max(this.lastReport, report.number);
  }

  /** Seals what is not sealed up to this number. `progress` is JSON; null keeps that of an earlier seal. */
  seal(flight: number, through: number, progress: string | null): void {
    const there = this.reports.get(flight);
    const sealed = there?.raw.filter(({ number }) => number <= through) ?? [];
    if (there === undefined || sealed.length === 0) return;
    there.raw = there.raw.filter(({ number }) => number > through);
    there.sealed.push(...sealed);
    for (const report of sealed) {
      const { isDated, recordedAt } = report.kind === 'position' ? report.position : report.event;
      if (isDated) there.instants[report.kind].add(recordedAt);
    }
    const before = there.summary === null ? null : summaryOf(there.summary);
    there.summary = JSON.stringify(addToSummary(before, sealed, progress === null ? null : JSON.parse(progress)));
  }

  addChange(change: ChangeRow): void {
    this.lastChange += 1;
    this.changes.push({ ...change, number: this.lastChange });
  }

  /** Moves or removes a cursor, and deletes a hundred of the changes that are old enough. */
  saveCursor(name: string, number: number | null, keepSince: number, keepUnreadSince: number): void {
    if (number === null) this.cursors.delete(name);
    else this.cursors.set(name, number);
    const passed = this.cursors.size === 0 ? 0 : Math.min(...this.cursors.values());
    let deleted = 0;
    this.changes = this.changes.filter((change) => {
      const isOld = change.at < keepUnreadSince || (change.at < keepSince && change.number <= passed);
      if (isOld) deleted += 1;
      return !isOld || deleted > 100;
    });
  }

  /** Whether the core needs the flight in memory. */
  isLive({ number, state, hasIntent }: FlightRow): boolean {
    if (['starting', 'open', 'suspended', 'filing'].includes(state) || hasIntent) return true;
    return (this.reports.get(number)?.sealed.at(-1)?.number ?? 0) > (this.delivered.get(number) ?? 0);
  }

  /** The number of what is stored, by kind. */
  get sizes(): Readonly<Record<string, number>> {
    let reports = 0;
    for (const { sealed, raw } of this.reports.values()) reports += sealed.length + raw.length;
    const { flights, sessions, notes, cursors, loginFailures, changes, audit } = this;
    return {
      reports,
      flights: flights.size,
      sessions: sessions.size,
      notes: notes.size,
      cursors: cursors.size,
      loginFailures: loginFailures.length,
      changes: changes.length,
      audit: audit.length,
    };
  }

  #reportsOf(flight: number): FlightReports {
    const known = this.reports.get(flight);
    if (known !== undefined) return known;
    const none = {
      sealed: [],
      raw: [],
      summary: null,
      instants: { position: new Set<number>(), event: new Set<number>() },
    };
    this.reports.set(flight, none);
    return none;
  }
}
