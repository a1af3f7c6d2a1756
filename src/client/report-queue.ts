import type { ReportStore, StoredReport } from './report-store.ts';
import type { FlightEvent, Position } from './wire-types.ts';

/** The unacknowledged reports of one flight, in memory and in the store. */
export class ReportQueue {
  readonly #store: ReportStore;
  readonly #reportsById: Map<number, StoredReport>;
  #nextId: number;

  constructor(store: ReportStore, reports: readonly StoredReport[]) {
    this.#store = store;
    this.#reportsById = new Map(reports.map((report) => [report.id, report]));
    this.#nextId = Math.max(0, ...reports.map((report) => report.id)) + 1;
  }

  get size(): number {
    return this.#reportsById.size;
  }

  get reports(): readonly StoredReport[] {
    return [...this.#reportsById.values()];
  }

  /** Settles once it is in the store. */
  async addPosition(position: Position): Promise<void> {
    await this.#put({ id: this.#takeId(), kind: 'position', position });
  }

  /** An event is identified by kind and instant, and not queued twice. */
  async addEvent(event: FlightEvent): Promise<void> {
    if (this.events().some(({ kind, recorded_at }) => kind === event.kind && recorded_at === event.recorded_at)) return;
    await this.#put({ id: this.#takeId(), kind: 'event', event });
  }

  /** Returns the oldest report of these kinds and the following ones of its kind, at most `limit`. */
  next(kinds: readonly StoredReport['kind'][], limit: number): readonly StoredReport[] {
    const batch: StoredReport[] = [];
    for (const report of this.#reportsById.values()) {
      if (!kinds.includes(report.kind) || report.kind !== (batch[0]?.kind ?? report.kind)) continue;
      batch.push(report);
      if (batch.length === limit) break;
    }
    return batch;
  }

  events(): readonly FlightEvent[] {
    return this.reports.flatMap((report) => (report.kind === 'event' ? [report.event] : []));
  }

  async remove(reports: readonly StoredReport[]): Promise<void> {
    for (const { id } of reports) this.#reportsById.delete(id);
    await this.#store.remove(reports.map((report) => report.id));
  }

  /** Shifts reports dated after `instant` by `deltaMs`: they were dated by a wrong clock. */
  async redate(instant: number, deltaMs: number): Promise<void> {
    for (const report of this.reports) {
      const redated = moved(report, instant, deltaMs);
      if (redated !== null) await this.#put(redated);
    }
  }

  #takeId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  async #put(report: StoredReport): Promise<void> {
    this.#reportsById.set(report.id, report);
    await this.#store.append(report);
  }
}

function moved(report: StoredReport, instant: number, deltaMs: number): StoredReport | null {
  const dated = report.kind === 'position' ? report.position : report.event;
  const at = Date.parse(dated.recorded_at ?? '');
  if (!(at > instant)) return null;
  const recorded_at = new Date(at + deltaMs).toISOString();
  return report.kind === 'position'
    ? { ...report, position: { ...report.position, recorded_at } }
    : { ...report, event: { ...report.event, recorded_at } };
}
