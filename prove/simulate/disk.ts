import type { Journal } from '../../src/journal/journal.ts';
import { flightOf } from '../../src/journal/rows.ts';
import type { Flight } from '../../src/tracking/model.ts';
import type { Draws } from './chance.ts';
import type { Counters } from './counters.ts';
import type { DiskEvidence, StoredMarker } from './evidence.ts';
import { FileDisk } from './file-journal/file-disk.ts';
import type { JournalDisk } from './journal-disk.ts';
import { modelDisk } from './model-journal/model-disk.ts';
import type { Tables } from './model-journal/tables.ts';
import { PlaceIndex } from './place-index.ts';
import type { JournalKind } from './plan.ts';
import type { Marker } from './sortie.ts';
import type { Life } from './virtual-time.ts';

const goodCommitMs = 2;

/** The disk of the server, with its faults, and what is found on it. */
export class SimulatedDisk implements DiskEvidence {
  readonly #disk: JournalDisk;
  readonly #draws: Draws;
  readonly #counters: Counters;
  readonly #places = new PlaceIndex();
  #documents = new Map<string, Flight>();
  #isFull = false;
  /** Called when it becomes full, and when there is room again: other files of the server lie on it too. */
  onFull: (isFull: boolean) => void = () => undefined;
  /** Mean time of a commit, milliseconds. */
  commitMs = goodCommitMs;

  constructor(draws: Draws, counters: Counters, journal: { readonly kind: JournalKind; readonly name: string }) {
    this.#draws = draws;
    this.#counters = counters;
    const conduct = { commitMs: () => draws.wait(this.commitMs), isFull: () => this.#isFullNow() };
    this.#disk =
      journal.kind === 'model'
        ? modelDisk(conduct)
        : new FileDisk(journal.name, draws.fork('files'), conduct, (fault) => counters.fault(fault));
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  set isFull(isFull: boolean) {
    this.#isFull = isFull;
    this.onFull(isFull);
  }

  /** For a database that several servers share. */
  get tables(): Tables {
    return this.#disk.tables;
  }

  /** What was found that is not as it was written; null as long as nothing was. */
  get damage(): string | null {
    return this.#disk.damage;
  }

  open(life: Life): Promise<Journal> {
    return this.#disk.open(life.clock);
  }

  /** Makes a backup of the open journal, and compares it. Returns false where there is none. */
  backUp(): Promise<boolean> {
    return this.#disk.backUp();
  }

  /** The process is gone. A commit that was under way is on the disk, or nothing of it is. */
  crash(isPowerCut: boolean): void {
    const isWritten = this.#draws.happens(0.5);
    if (this.#disk.waiting > 0) this.#counters.fault(isWritten ? 'crash after a commit' : 'crash before a commit');
    this.#disk.crash(isPowerCut, isWritten);
  }

  /** Lets everything go: the world is over. */
  dispose(): void {
    this.#disk.dispose();
  }

  heal(): void {
    this.isFull = false;
    this.commitMs = goodCommitMs;
  }

  flights(): readonly Flight[] {
    const known = new Map<string, Flight>();
    for (const row of this.#disk.tables.flights.values()) {
      known.set(row.document, this.#documents.get(row.document) ?? flightOf({ ...row }));
    }
    this.#documents = known;
    return [...known.values()];
  }

  positions(): readonly StoredMarker[] {
    const found = [...this.#disk.tables.reports].flatMap(([flightNumber, { sealed, raw }]) =>
      [...sealed, ...raw].flatMap((report) => {
        if (report.kind !== 'position') return [];
        const { lat, lon, seq, recordedAt } = report.position;
        return [{ lat, lon, seq, recordedAt, flightNumber, number: report.number }];
      }),
    );
    return found.sort((one, other) => one.number - other.number);
  }

  find(marker: Marker): readonly StoredMarker[] {
    return [...this.#disk.tables.reports].flatMap(([flightNumber, { sealed, raw }]) =>
      [sealed, raw].flatMap((reports) =>
        this.#places.at(reports, marker).map(({ number, position: { lat, lon, seq, recordedAt } }) => {
          return { lat, lon, seq, recordedAt, flightNumber, number };
        }),
      ),
    );
  }

  /** When the newest position of a flight arrived; null without one. */
  lastReceivedAt(flightNumber: number): number | null {
    const { sealed, raw } = this.#disk.tables.reports.get(flightNumber) ?? { sealed: [], raw: [] };
    const times = [...sealed, ...raw].flatMap((each) => (each.kind === 'position' ? [each.position.receivedAt] : []));
    return times.length === 0 ? null : Math.max(...times);
  }

  /** How many reports of a flight the crew center has not got. */
  undelivered(flight: Flight): number {
    const { delivered, reports } = this.#disk.tables;
    const after = delivered.get(flight.number) ?? 0;
    const { sealed, raw } = reports.get(flight.number) ?? { sealed: [], raw: [] };
    return [...sealed, ...raw].filter(({ number }) => number > after).length;
  }

  setAside(flightId: string): ReadonlySet<number> {
    const entries = this.#disk.tables.audit.filter(({ action }) => action === 'report-set-aside');
    const own = entries.filter(({ subject }) => subject.startsWith(`${flightId}#`));
    return new Set(own.map(({ subject }) => Number(subject.slice(flightId.length + 1))));
  }

  #isFullNow(): boolean {
    if (this.isFull) this.#counters.fault('commit on a full disk');
    return this.isFull;
  }
}
