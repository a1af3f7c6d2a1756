import type { Page, PageRequest, PirepDetail, PirepFilter, PirepSummary } from '../../../src/tracking/desk-model.ts';
import { isFiled } from '../evidence.ts';
import type { ModelHost, StoredPirep } from './host.ts';

/** What pilots read of the PIREPs that they filed. */
export class Logbook {
  readonly #host: ModelHost;

  constructor(host: ModelHost) {
    this.#host = host;
  }

  list(pilotId: string, filter: PirepFilter, { page, perPage }: PageRequest): Page<PirepSummary> {
    const found = this.#filed(pilotId).filter((each) => isWithin(each, filter));
    const items = found.slice((page - 1) * perPage, page * perPage).map((each) => this.#summary(each));
    return { items, page, perPage, total: found.length };
  }

  latest(pilotId: string): PirepSummary | null {
    const [latest] = this.#filed(pilotId);
    return latest === undefined ? null : this.#summary(latest);
  }

  read(pilotId: string, pirepId: string): PirepDetail | null {
    const found = this.#filed(pilotId).find(({ id }) => id === pirepId);
    if (found === undefined) return null;
    const comments = found.comments.map(({ at, text }) => ({ at, author: 'The pilot', text }));
    const log = (found.filed?.log ?? []).map(({ at, text }) => ({ at, text }));
    const fields = Object.fromEntries(found.fields);
    return { ...this.#summary(found), notes: found.filed?.notes ?? null, log, fields, fares: [], comments, track: [] };
  }

  /** Those filed last first. */
  #filed(pilotId: string): readonly StoredPirep[] {
    return this.#host
      .pirepsOf(pilotId)
      .filter(isFiled)
      .sort((a, b) => (b.filedAt ?? 0) - (a.filedAt ?? 0));
  }

  #summary({ id, state, filedAt, plan, arrival, aircraftId, filed, figures, score }: StoredPirep): PirepSummary {
    if (state === 'open' || state === 'cancelled') throw new Error(`PIREP ${id} is ${state}`);
    const { isFree: _, ...aircraft } = this.#host.aircraft.get(aircraftId ?? '') ?? { isFree: false, id: '' };
    const figure = (name: string) => figures[name] ?? null;
    return {
      id,
      state,
      filedAt,
      airlineCode: plan.airlineCode,
      flightNumber: plan.flightNumber,
      ident: plan.ident,
      departure: plan.departure.icao,
      arrival,
      aircraft: 'icao' in aircraft ? aircraft : null,
      flightType: plan.flightType,
      route: filed?.route ?? plan.route,
      flightTimeMin: figure('flightTimeMin'),
      distanceNm: figure('distanceNm'),
      fuelUsedLb: figure('fuelUsedLb'),
      landingRateFpm: figure('landingRateFpm'),
      score,
    };
  }
}

function isWithin({ state, filedAt, plan, arrival, aircraftId }: StoredPirep, filter: PirepFilter): boolean {
  const isCode = (wanted: string | null, code: string) => wanted === null || wanted.toUpperCase() === code;
  return (
    isCode(filter.departure, plan.departure.icao) &&
    isCode(filter.arrival, arrival) &&
    (filter.state === null || filter.state === state) &&
    (filter.aircraftId === null || filter.aircraftId === aircraftId) &&
    (filter.from === null || (filedAt ?? 0) >= filter.from) &&
    (filter.to === null || (filedAt ?? 0) < filter.to)
  );
}
