import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import type { AuditTrail } from '../audit-trail.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Report } from '../model.ts';
import type { DeliveryCursors } from './cursors.ts';
import { deliverByHalves } from './halving.ts';

/** Reports that go to the crew center in one call. */
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

  /** Nothing of the flight is for the crew center. Noted in memory only: after a restart it is found to be so again. */
  passOver(live: LiveFlight): boolean {
    const isNothing = this.#holdsNothingFor(live);
    if (isNothing) this.#cursors.noteUpToDate(live, live.lastNumber);
    return isNothing;
  }

  /** Delivers everything of the flight that is not with the crew center yet, and notes what came of it. */
  async catchUp(live: LiveFlight): Promise<void> {
    try {
      await this.deliver(live);
      this.#cursors.noteError(live, null);
    } catch (error) {
      this.#cursors.noteError(live, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Everything of the flight that is not with the crew center yet, in order. */
  async deliver(live: LiveFlight): Promise<void> {
    const cursors = this.#cursors;
    if (this.#holdsNothingFor(live)) return cursors.advance(live, live.lastNumber);
    while (cursors.isBehind(live)) {
      const after = cursors.of(live).number;
      const reports = await this.#journal.readReports(live.flight.number, { after, limit: batchSize });
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

  /** The PIREP is filed: whatever was not delivered stays with us. */
  close(live: LiveFlight): Promise<void> {
    return this.#cursors.advance(live, live.lastNumber);
  }

  /** A host without a track of its own is given events only, so that what holds none need not be read. */
  #holdsNothingFor(live: LiveFlight): boolean {
    const { track, liveEvents } = this.#platform.capabilities;
    return !track && (!liveEvents || live.lastEventNumber <= this.#cursors.of(live).number);
  }

  /** A report that can never be stored is set aside where the operator sees it, and blocks nobody. */
  #deliverBatch(live: LiveFlight, reports: readonly Report[]): Promise<void> {
    return deliverByHalves(
      reports,
      (some) => this.#platform.deliverTrack(live.hostFlight(), some),
      ({ number }, detail) => this.#audit.write('server', 'report-set-aside', `${live.flight.id}#${number}`, detail),
    );
  }
}
