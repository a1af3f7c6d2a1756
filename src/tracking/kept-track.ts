import type { Journal } from '../journal/journal.ts';
import type { TrackPoint } from './desk-model.ts';
import { inOrderOfTime } from './timeline.ts';

/** Reads the track that the journal keeps of a filed PIREP. */
export class KeptTrack {
  readonly #journal: Pick<Journal, 'readFlight' | 'readReports'>;

  constructor(journal: Pick<Journal, 'readFlight' | 'readReports'>) {
    this.#journal = journal;
  }

  /** In the order in which it was flown; empty when the PIREP is not of a flight of this pilot that was tracked here. */
  async read(pilotId: string, pirepId: string): Promise<readonly TrackPoint[]> {
    const flight = await this.#journal.readFlight({ pirepId });
    if (flight === null || flight.pilot.id !== pilotId || flight.receipt?.pirepId !== pirepId) return [];
    const reports = await this.#journal.readReports(flight.number);
    return inOrderOfTime(reports, flight.startedAt).flatMap((report) => {
      if (report.kind !== 'position') return [];
      const { recordedAt: at, lat, lon, altitudeMslFt: altitudeFt, groundSpeedKt, headingDeg } = report.position;
      return [{ at, lat, lon, altitudeFt, groundSpeedKt, headingDeg }];
    });
  }
}
