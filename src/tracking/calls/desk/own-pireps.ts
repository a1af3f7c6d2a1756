import type { Journal } from '../../../journal/journal.ts';
import type { PirepDetail, PirepSummary, TrackPoint } from '../../desk-model.ts';
import { inOrderOfTime } from '../../figures/timeline.ts';
import type { Flight, Receipt } from '../../model.ts';

/** Completes PIREPs of flights that were tracked here by what the journal keeps of them and the crew center does not. */
export class OwnPireps {
  readonly #journal: Pick<Journal, 'readFlight' | 'readReports'>;

  constructor(journal: Pick<Journal, 'readFlight' | 'readReports'>) {
    this.#journal = journal;
  }

  /** Figures that the crew center does not know are those of the receipt. */
  async summary(pilotId: string, pirep: PirepSummary): Promise<PirepSummary> {
    const own = figures.every((name) => pirep[name] !== null) ? null : await this.#find(pilotId, pirep.id);
    return own === null ? pirep : { ...pirep, ...known(pirep, own.receipt) };
  }

  /** The same, with the track that was flown and the log as it was filed, where the crew center keeps none. */
  async detail(pilotId: string, pirep: PirepDetail): Promise<PirepDetail> {
    const own = await this.#find(pilotId, pirep.id);
    if (own === null) return pirep;
    const { log } = own.receipt.pirep;
    // A host without times keeps the text alone, and may have cut it.
    const isLogBetter = log.length > 0 && pirep.log.every(({ at }) => at === null);
    return {
      ...pirep,
      ...known(pirep, own.receipt),
      notes: pirep.notes ?? own.receipt.pirep.notes,
      log: isLogBetter ? log : pirep.log,
      track: pirep.track.length > 0 ? pirep.track : await this.#track(own),
    };
  }

  async #find(pilotId: string, pirepId: string): Promise<Own | null> {
    const flight = await this.#journal.readFlight({ pirepId });
    if (flight === null || flight.pilot.id !== pilotId || flight.receipt?.pirepId !== pirepId) return null;
    return { flight, receipt: flight.receipt };
  }

  /** In the order in which it was flown. */
  async #track({ flight }: Own): Promise<readonly TrackPoint[]> {
    const reports = await this.#journal.readReports(flight.number);
    return inOrderOfTime(reports, flight.startedAt).flatMap((report) => {
      if (report.kind !== 'position') return [];
      const { recordedAt: at, lat, lon, altitudeMslFt: altitudeFt, groundSpeedKt, headingDeg } = report.position;
      return [{ at, lat, lon, altitudeFt, groundSpeedKt, headingDeg }];
    });
  }
}

interface Own {
  readonly flight: Flight;
  readonly receipt: Receipt;
}

const figures = [
  'flightTimeMin',
  'distanceNm',
  'fuelUsedLb',
  'landingRateFpm',
  'score',
  'route',
  'filedAt',
] as const satisfies readonly (keyof PirepSummary)[];
type Figures = Pick<PirepSummary, (typeof figures)[number]>;

/** The crew center's figures, and ours in the place of those that it does not know. */
function known(pirep: PirepSummary, { pirep: own, filedAt }: Receipt): Figures {
  return {
    flightTimeMin: pirep.flightTimeMin ?? own.flightTimeMin,
    distanceNm: pirep.distanceNm ?? own.distanceNm,
    fuelUsedLb: pirep.fuelUsedLb ?? own.fuelUsedLb,
    landingRateFpm: pirep.landingRateFpm ?? own.landingRateFpm,
    score: pirep.score ?? own.score,
    route: pirep.route ?? own.route,
    filedAt: pirep.filedAt ?? filedAt,
  };
}
