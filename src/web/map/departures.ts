import { universalTime } from '../../lib/instant-text.ts';
import { ShortCache } from '../../lib/short-cache.ts';
import { type Flight, flightName, type Plan } from '../../tracking/model.ts';
import type { WebParts } from '../parts.ts';

/** A flight that is to leave next; contains no personal data. */
export interface Departure {
  /** Of a flight that its pilot has started; null of one that is booked. */
  readonly id: string | null;
  readonly callsign: string;
  readonly departure: string;
  readonly arrival: string;
  /** When it is to leave, milliseconds since the epoch; null where the schedule names no zone. */
  readonly at: number | null;
  /** As the schedule writes it. */
  readonly planned: string | null;
}

const most = 6;
const keptMs = 5_000;
/** A flight may leave so much later than planned before its schedule means the next day. */
const lateMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/** Started flights without a report, and what is booked where the crew center publishes that. The result is cached for a few seconds. */
export function nextDepartures({ tracking, clock, home, onTrouble }: WebParts): () => Promise<readonly Departure[]> {
  const kept = new ShortCache<readonly Departure[]>(clock, keptMs, 1);
  // The map is shown also while the crew center's file cannot be read.
  const bookings = (): readonly Plan[] => {
    try {
      return home?.listBooked(most) ?? [];
    } catch (error) {
      onTrouble('bookings cannot be read', error);
      return [];
    }
  };
  const find = async (): Promise<readonly Departure[]> => {
    const now = clock.now();
    const flights = [...tracking.flights];
    const started = flights.filter(({ flight, fold }) => flight.state === 'open' && fold.last === null);
    const begun = new Set(flights.map(({ flight }) => flight.plan.scheduleId));
    const booked = bookings().filter(({ scheduleId }) => !begun.has(scheduleId));
    return [
      ...started.map(({ flight }) => departureOf(flight, flight.plan, now)),
      ...booked.map((plan) => departureOf(null, plan, now)).sort(byTime),
    ].slice(0, most);
  };
  return () => kept.get('', find);
}

function departureOf(flight: Flight | null, plan: Plan, now: number): Departure {
  const near = universalTime(plan.departureTime, now);
  const hasPassed = near !== null && flight === null && near < now - lateMs;
  return {
    id: flight?.id ?? null,
    callsign: flightName(plan),
    departure: plan.departure.icao,
    arrival: plan.arrival.icao,
    at: hasPassed ? near + dayMs : near,
    planned: plan.departureTime,
  };
}

/** The earliest first; those without a time as they are, last. */
function byTime(one: Departure, other: Departure): number {
  if (one.at === null || other.at === null) return Number(one.at === null) - Number(other.at === null);
  return one.at - other.at;
}
