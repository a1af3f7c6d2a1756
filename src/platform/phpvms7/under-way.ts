import type { HostFlight, LiveRow, Progress } from '../port.ts';
import type { Host } from './host.ts';
import type { PirepRow } from './pireps.ts';
import { tellStatus } from './progress.ts';

const touchEveryMs = 60_000;
/** What was read with the live rows is good for the updates that follow them at once. */
const freshMs = 2_000;

/**
 * Flights under way: their newest rows, and once a minute each its `updated_at`, which keeps it on the platform's map. Their
 * PIREPs are read in the same stroke, so that thousands of flights cost a few statements a minute and not thousands.
 */
export class UnderWay {
  readonly #host: Host;
  readonly #touchedAt = new Map<string, number>();
  #read: { readonly at: number; readonly rows: Map<string, PirepRow> } = { at: 0, rows: new Map() };

  constructor(host: Host) {
    this.#host = host;
  }

  async deliver(rows: readonly LiveRow[]): Promise<void> {
    const { track, pireps, clock } = this.#host;
    const now = clock.now();
    await track.writeLive(rows, now);
    const due = this.#due(rows, now);
    if (due.length === 0) return;
    const found = await pireps.findMany(due);
    await pireps.touch(due, now);
    for (const id of due) this.#touchedAt.set(id, now);
    this.#remember(found, now);
  }

  async update(flight: HostFlight, progress: Progress): Promise<void> {
    const fresh = this.#takeFresh(flight);
    if (fresh !== null) return tellStatus(this.#host, flight, fresh, progress);
    const { pireps, clock } = this.#host;
    const row = await pireps.demandOpen(flight);
    await tellStatus(this.#host, flight, row, progress);
    await pireps.touch([row.id], clock.now());
  }

  /** Its next live row moves `updated_at` again. */
  forget({ pirepId }: HostFlight): void {
    if (pirepId !== null) this.#touchedAt.delete(pirepId);
  }

  #due(rows: readonly LiveRow[], now: number): readonly string[] {
    for (const [id, at] of this.#touchedAt) if (now - at >= touchEveryMs) this.#touchedAt.delete(id);
    return rows.flatMap(({ flight }) => flight.pirepId ?? []).filter((id) => !this.#touchedAt.has(id));
  }

  #remember(found: ReadonlyMap<string, PirepRow>, now: number): void {
    if (now - this.#read.at > freshMs) this.#read = { at: now, rows: new Map() };
    for (const [id, row] of found) this.#read.rows.set(id, row);
  }

  /** Once, and only of an open PIREP of this pilot; in any other case the database is asked. */
  #takeFresh({ pirepId, pilotId }: HostFlight): PirepRow | null {
    const row = pirepId === null ? undefined : this.#read.rows.get(pirepId);
    if (row === undefined || pirepId === null) return null;
    this.#read.rows.delete(pirepId);
    const isFresh = this.#host.clock.now() - this.#read.at <= freshMs;
    return isFresh && row.pilotId === pilotId && row.state === 'open' ? row : null;
  }
}
