import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import { makePirep } from '../figures/pirep.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { refold } from '../flight/sealing.ts';
import type { Pirep, ReportedFigures } from '../model.ts';
import { findDiversion } from './diversion.ts';

type DraftJournal = Pick<Journal, 'barrier' | 'readSealed' | 'readReports' | 'isMissingReports'>;

/** Computes PIREPs from a flight's reports in the journal. */
export class PirepDraft {
  readonly #journal: DraftJournal;
  readonly #platform: Pick<Platform, 'findAirport'>;

  constructor(journal: DraftJournal, platform: Pick<Platform, 'findAirport'>) {
    this.#journal = journal;
    this.#platform = platform;
  }

  /** Waits until every report is on disk. */
  async settle(live: LiveFlight): Promise<void> {
    await this.#journal.barrier();
    // Reports that a full disk refused are not in the journal, so the summary must not count them.
    if (live.hasLost) await refold(this.#journal, live);
  }

  /** @param finishedAt when the pilot ended the flight */
  async make(live: LiveFlight, figures: ReportedFigures, finishedAt: number): Promise<Pirep> {
    const { flight } = live;
    const reports = await this.#journal.readReports(flight.number);
    const { airport, remarks } = await findDiversion(this.#platform, flight, reports, figures);
    return makePirep(flight.plan, reports, figures, airport, {
      startedAt: flight.startedAt,
      finishedAt,
      remarks: [
        ...live.secondClient.remarks,
        ...remarks,
        ...(this.#journal.isMissingReports(flight.number) ? [damaged] : []),
      ],
    });
  }
}

const damaged = 'Reports of this flight are damaged on the server: figures and times may be wrong.';
