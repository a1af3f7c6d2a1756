import { ShortCache } from '../../lib/short-cache.ts';
import { arrivalOf, missedArrivalOf } from '../../tracking/figures/arrival.ts';
import { type Flight, flightName, type Pirep } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';
import { type Audience, isPublicFlight } from './audience.ts';

/** A flight that was filed, as far as it is compared; nothing of its pilot. */
export interface FiledFlight {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly departure: string;
  readonly arrival: string;
  readonly endedAt: number;
  readonly figures: Pick<Pirep, 'flightTimeMin' | 'distanceNm' | 'fuelUsedLb' | 'landingRateFpm'>;
}

/** Among how many flights, the newest of the crew center, an earlier one is looked for. */
const maxFlights = 500;
const keptMs = 60_000;

/** Finds the flight to compare another one with. The flights are read at most once a minute. */
export class EarlierFlights {
  readonly #parts: WebParts;
  readonly #filed: ShortCache<readonly FiledFlight[]>;

  constructor(parts: WebParts) {
    this.#parts = parts;
    this.#filed = new ShortCache(parts.clock, keptMs, 1);
  }

  /** Returns the newest earlier flight from and to the same airports that this audience may see; null when there is none. */
  async find(flight: Flight, audience: Audience): Promise<FiledFlight | null> {
    const { number, plan } = flight;
    if (missedArrivalOf(flight) !== null) return null;
    const filed = await this.#filed.get('', () => this.#read());
    const isVisible = ({ endedAt }: FiledFlight) => audience === 'operator' || isPublicFlight(this.#parts, { endedAt });
    const isSameWay = ({ departure, arrival }: FiledFlight) =>
      departure === plan.departure.icao && arrival === arrivalOf(flight).icao;
    return filed.find((each) => each.number < number && isSameWay(each) && isVisible(each)) ?? null;
  }

  async #read(): Promise<readonly FiledFlight[]> {
    const views = await this.#parts.tracking.operator.listFlights({ states: ['filed'], limit: maxFlights });
    return views.flatMap(({ flight }) => filedOf(flight) ?? []).sort((one, other) => other.number - one.number);
  }
}

function filedOf(flight: Flight): FiledFlight | null {
  const { id, number, plan, endedAt, receipt } = flight;
  if (receipt === null || endedAt === null || missedArrivalOf(flight) !== null) return null;
  const { basis, landingAt } = receipt.pirep;
  // Of one that was not seen to land, the block time is but the time of its reports.
  if (landingAt === null && basis.blockOnAt === 'estimated') return null;
  const { flightTimeMin, distanceNm, fuelUsedLb, landingRateFpm } = receipt.pirep;
  return {
    id,
    number,
    endedAt,
    name: flightName(plan),
    departure: plan.departure.icao,
    arrival: arrivalOf(flight).icao,
    figures: { flightTimeMin, distanceNm, fuelUsedLb, landingRateFpm },
  };
}
