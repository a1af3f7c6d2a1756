import { deliverByHalves } from './halving.ts';
import { toLiveRow } from './host-rows.ts';
import type { LiveFlight } from './live-flight.ts';
import type { Report } from './model.ts';
import { isPirepGone, reconcile } from './paperwork/renewal.ts';
import type { Parts } from './parts.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { isRefusal } from './refusals.ts';
import { RefusedRows } from './refused-rows.ts';
import { backoffMs } from './waiting.ts';

/** Reports that go to the crew center in one call. */
const batchSize = 500;
/** Flights whose newest row goes in one call. */
const liveBatchSize = 500;

/**
 * What the crew center gets while flights are under way: `live`, the newest position of every flight that changed, each
 * second; `track`, everything, each minute and before filing, in order for a flight. When it is out of reach nothing is
 * lost: the cursor stays, and tries come ever more seldom.
 */
export class Delivery {
  readonly #parts: Parts;
  readonly #progress: ProgressReporter;
  /** Flights whose newest position the crew center does not have, by id. */
  readonly #moved = new Set<string>();
  readonly #refusedRows: RefusedRows;
  #failures = 0;
  #notBefore = 0;
  #lastError: string | null = null;
  #isLiveBusy = false;
  #isTrackBusy = false;
  #isTellBusy = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#progress = new ProgressReporter(parts);
    parts.changes.listen((change) => {
      if (change.kind === 'moved') this.#moved.add(change.flight.id);
    });
    this.#refusedRows = new RefusedRows(parts);
  }

  /** What the operator sees: how often it failed in a row, with what, and when it is tried again. */
  health(): { readonly attempts: number; readonly lastError: string | null; readonly nextTryAt: number | null } {
    return {
      attempts: this.#failures,
      lastError: this.#lastError,
      nextTryAt: this.#failures === 0 ? null : this.#notBefore,
    };
  }

  /** Lets the next tick try at once. */
  retryNow(): void {
    this.#notBefore = 0;
  }

  async tickLive(): Promise<void> {
    if (this.#isLiveBusy || this.#isWaiting()) return;
    const flights = this.#takeMoved();
    if (flights.length === 0) return;
    this.#isLiveBusy = true;
    try {
      for (let at = 0; at < flights.length; at += liveBatchSize) {
        const rows = flights.slice(at, at + liveBatchSize).map(toLiveRow);
        // One that is refused keeps no other off the map.
        await deliverByHalves(
          rows,
          (some) => this.#parts.platform.deliverLive(some),
          ({ flight }, reason) => this.#refusedRows.note(flight.id, reason),
        );
      }
      for (const live of flights) this.#progress.markPending(live);
      this.#succeeded();
    } catch (error) {
      for (const live of flights) this.#moved.add(live.flight.id);
      this.#failed(error);
    } finally {
      this.#isLiveBusy = false;
    }
  }

  #takeMoved(): readonly LiveFlight[] {
    const moved: LiveFlight[] = [];
    for (const id of this.#moved) {
      const live = this.#parts.flights.byId(id);
      if (live?.flight.state === 'open') moved.push(live);
    }
    this.#moved.clear();
    return moved;
  }

  /** Beside `tickLive`, so that a host that is slow to be told does not hold up its map. */
  async tickTell(): Promise<void> {
    if (this.#isTellBusy || this.#isWaiting()) return;
    this.#isTellBusy = true;
    try {
      await this.#progress.round();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isTellBusy = false;
    }
  }

  async tickTrack(): Promise<void> {
    if (this.#isTrackBusy) return;
    this.#isTrackBusy = true;
    try {
      for (const live of [...this.#parts.flights]) {
        if (this.#isWaiting()) return;
        if (!live.isUnderWay) continue;
        // Noted in memory only: after a restart it is found to be so again.
        if (this.#holdsNothingFor(live)) this.#parts.cursors.noteUpToDate(live, live.lastNumber);
        else await this.#deliverOrReconcile(live);
      }
    } finally {
      this.#isTrackBusy = false;
    }
  }

  /** Everything of the flight that is not with the crew center yet, in order. */
  async deliverTrack(live: LiveFlight): Promise<void> {
    const { journal, cursors } = this.#parts;
    if (this.#holdsNothingFor(live)) return cursors.advance(live, live.lastNumber);
    while (cursors.of(live).number < live.lastNumber) {
      const after = cursors.of(live).number;
      const reports = await journal.readReports(live.flight.number, { after, limit: batchSize });
      const last = reports.at(-1);
      // What is left is not on disk: on its way there, or lost on a full one, and its number may be given out again.
      if (last === undefined) return;
      const { pirepId } = live.flight;
      await this.#deliverBatch(live, reports);
      // A PIREP that was opened anew meanwhile gets the whole track, from the start.
      if (live.flight.pirepId !== pirepId) return;
      await cursors.advance(live, last.number);
    }
    cursors.noteUpToDate(live, cursors.of(live).number);
  }

  /** A host without a track of its own is given events only, so that what holds none need not be read. */
  #holdsNothingFor(live: LiveFlight): boolean {
    const { track, liveEvents } = this.#parts.platform.capabilities;
    return !track && (!liveEvents || live.lastEventNumber <= this.#parts.cursors.of(live).number);
  }

  async #deliverOrReconcile(live: LiveFlight): Promise<void> {
    try {
      await this.deliverTrack(live);
      this.#parts.cursors.noteError(live, null);
      this.#succeeded();
    } catch (error) {
      this.#parts.cursors.noteError(live, error instanceof Error ? error.message : String(error));
      if (!isPirepGone(error)) return this.#failedFor(error);
      await reconcile(this.#parts, live).catch((again: unknown) => this.#failedFor(again));
    }
  }

  /** What went wrong with one flight, a bug too, does not keep the others waiting; a crew center out of reach does. */
  #failedFor(error: unknown): void {
    if (isRefusal(error)) this.#failed(error);
    else this.#parts.inBackground(Promise.reject(error));
  }

  /** A report that can never be stored is set aside where the operator sees it, and blocks nobody. */
  #deliverBatch(live: LiveFlight, reports: readonly Report[]): Promise<void> {
    const { platform, journal, clock } = this.#parts;
    return deliverByHalves(
      reports,
      (some) => platform.deliverTrack(live.hostFlight(), some),
      ({ number }, detail) => {
        const subject = `${live.flight.id}#${number}`;
        return journal.saveAudit({ at: clock.now(), actor: 'server', action: 'report-set-aside', subject, detail });
      },
    );
  }

  #isWaiting(): boolean {
    return this.#parts.clock.now() < this.#notBefore;
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#lastError = null;
  }

  #failed(error: unknown): void {
    if (!isRefusal(error)) throw error;
    this.#lastError = error.message;
    if (!isRefusal(error, 'crew-center-unavailable')) return;
    this.#failures += 1;
    this.#notBefore = this.#parts.clock.now() + backoffMs(this.#failures);
  }
}
