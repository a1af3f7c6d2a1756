import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { Report } from '../model.ts';
import { isForItsClient } from '../position/event-kinds.ts';
import type { AuditTrail } from './audit-trail.ts';
import type { DeliveryCursors } from './cursors.ts';
import { deliverByHalves } from './halving.ts';

/** Maximum number of reports per call. */
const batchSize = 500;

/** Delivers a flight's reports to the crew center, in order. While it is unavailable the cursor does not move, so nothing is lost. */
export class TrackDelivery {
  readonly #journal: Pick<Journal, 'readReports'>;
  readonly #platform: Pick<Platform, 'deliverTrack' | 'capabilities'>;
  readonly #cursors: DeliveryCursors;
  readonly #audit: AuditTrail;

  constructor(
    journal: Pick<Journal, 'readReports'>,
    platform: Pick<Platform, 'deliverTrack' | 'capabilities'>,
    cursors: DeliveryCursors,
    audit: AuditTrail,
  ) {
    this.#journal = journal;
    this.#platform = platform;
    this.#cursors = cursors;
    this.#audit = audit;
  }

  /** The crew center takes none of the flight's reports. Kept in memory only: after a restart it is determined again. */
  passOver(live: LiveFlight): boolean {
    const isNothing = this.#holdsNothingFor(live);
    if (isNothing) this.#cursors.noteUpToDate(live, live.lastNumber);
    return isNothing;
  }

  /** Delivers all undelivered reports of the flight and records the result. */
  async catchUp(live: LiveFlight): Promise<void> {
    try {
      await this.deliver(live);
      this.#cursors.noteError(live, null);
    } catch (error) {
      this.#cursors.noteError(live, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Delivers all undelivered reports of the flight, in order. */
  async deliver(live: LiveFlight): Promise<void> {
    const cursors = this.#cursors;
    if (this.#holdsNothingFor(live)) return cursors.advance(live, live.lastNumber);
    while (cursors.isBehind(live)) {
      const after = cursors.of(live).number;
      const reports = await this.#journal.readReports(live.flight.number, { after, limit: batchSize });
      const last = reports.at(-1);
      // The rest is not on disk: still being written, or lost because the disk was full; then its number may be reused.
      if (last === undefined) return;
      const { pirepId } = live.flight;
      await this.#deliverBatch(live, reports);
      // A PIREP that was opened again meanwhile gets the whole track from the start.
      if (live.flight.pirepId !== pirepId) return;
      // The filing may have delivered more meanwhile.
      if (cursors.of(live).number < last.number) await cursors.advance(live, last.number);
    }
    cursors.noteUpToDate(live, cursors.of(live).number);
  }

  /** A new PIREP gets everything from the start. */
  restart(live: LiveFlight): Promise<void> {
    return this.#cursors.restart(live);
  }

  /** The PIREP is filed: undelivered reports are no longer delivered. */
  close(live: LiveFlight): Promise<void> {
    return this.#cursors.advance(live, live.lastNumber);
  }

  /** A host without a track of its own gets events only, so chunks without events need not be read. */
  #holdsNothingFor(live: LiveFlight): boolean {
    const { track, liveEvents } = this.#platform.capabilities;
    return !track && (!liveEvents || live.lastEventNumber <= this.#cursors.of(live).number);
  }

  /** A report that the crew center can never store is set aside for the operator and does not block others. */
  #deliverBatch(live: LiveFlight, reports: readonly Report[]): Promise<void> {
    const forHost = reports.filter((report) => report.kind === 'position' || !isForItsClient(report.event));
    if (forHost.length === 0) return Promise.resolve();
    return deliverByHalves(
      forHost,
      (some) => this.#platform.deliverTrack(live.hostFlight(), some),
      ({ number }, detail) => this.#audit.write('server', 'report-set-aside', `${live.flight.id}#${number}`, detail),
    );
  }
}
