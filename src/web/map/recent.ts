import { ShortCache } from '../../lib/short-cache.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { flightName } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';

/** A recently landed flight; contains no personal data. */
export interface RecentFlight {
  readonly id: string;
  readonly callsign: string;
  readonly departure: string;
  readonly arrival: string;
  /** Time since it landed, in seconds; since it was filed where nobody knows when it landed. */
  readonly agoS: number;
}

const most = 5;
const keptMs = 5_000;

/** Recently filed flights that are still public. The result is cached for a few seconds. */
export function recentFlights({ tracking, clock, options }: WebParts): () => Promise<readonly RecentFlight[]> {
  const kept = new ShortCache<readonly RecentFlight[]>(clock, keptMs, 1);
  const find = async (): Promise<readonly RecentFlight[]> => {
    const now = clock.now();
    const filed = await tracking.operator.listFlights({ states: ['filed'], limit: most });
    return filed.flatMap(({ flight }) => {
      const { id, plan, endedAt } = flight;
      if (endedAt === null || now >= endedAt + options.publicHours * 3_600_000) return [];
      const landedAt = flight.receipt?.pirep.landingAt ?? flight.air?.landing?.at ?? endedAt;
      const [departure, arrival] = [plan.departure.icao, arrivalOf(flight).icao];
      return [{ id, callsign: flightName(plan), departure, arrival, agoS: Math.max(0, now - landedAt) / 1_000 }];
    });
  };
  return () => kept.get('', find);
}
