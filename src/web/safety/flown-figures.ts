import type { Place } from '../../lib/geo.ts';
import type { Airport, Flight, Receipt } from '../../tracking/model.ts';
import { latenessMin } from '../airport/lateness.ts';
import { minFlights, minPilots, quantileOf } from './spread.ts';

/** Less than this is on time, minutes. */
export const onTimeMin = 15;

/** A filed flight as its pilot's statistics know it. */
export interface Flown {
  readonly flightId: string;
  /** When it landed, or was filed. */
  readonly at: number;
  readonly minutes: number | null;
  readonly rateFpm: number | null;
  /** Minutes later at the gate than planned, negative when earlier; null where no schedule tells it. */
  readonly lateMin: number | null;
  readonly type: string | null;
  readonly airports: readonly [string, string];
}

/** How pilots of the airline usually land, without saying whose the rates are: the middle landing of each, ft/min. */
export interface RateSpread {
  readonly pilots: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

type FiledFlight = Pick<Flight, 'id' | 'pilot' | 'plan' | 'aircraft'> & { readonly receipt: Receipt | null };

/** Filed flights by their pilots, for the pilots themselves. */
export class FlownFigures {
  readonly #byPilot = new Map<string, Flown[]>();
  /** Of the airports, once for all flights. */
  readonly #places = new Map<string, Place>();

  /** Adds a filed flight. Flights are added newest first. */
  add(flight: FiledFlight): void {
    if (flight.receipt === null) return;
    const flown = flownOf(flight, flight.receipt);
    this.#notePlace(flight.plan.departure);
    this.#notePlace(flight.receipt.pirep.diversion ?? flight.plan.arrival);
    const known = this.#byPilot.get(flight.pilot.id);
    if (known === undefined) this.#byPilot.set(flight.pilot.id, [flown]);
    else known.push(flown);
  }

  /** Newest first. */
  of(pilotId: string): readonly Flown[] {
    return this.#byPilot.get(pilotId) ?? [];
  }

  /** Where an airport is; null when no plan says it. */
  placeOf(icao: string): Place | null {
    return this.#places.get(icao) ?? null;
  }

  /** Returns how the middle landings of pilots with enough of them lie; null with too few pilots. */
  rateSpread(): RateSpread | null {
    const middles = [...this.#byPilot.values()].flatMap((flights) => {
      const rates = ratesOf(flights);
      return rates.length < minFlights ? [] : (quantileOf(rates, 0.5) ?? []);
    });
    middles.sort((a, b) => a - b);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantileOf(middles, share));
    if (middles.length < minPilots || low == null || middle == null || high == null) return null;
    return { pilots: middles.length, low, middle, high };
  }

  /** The share of the airline's flights that were on time; null with too few pilots who had a schedule. */
  onTimeShare(): number | null {
    const scheduled = [...this.#byPilot.values()].map(lateOf).filter(({ length }) => length > 0);
    if (scheduled.length < minPilots) return null;
    const all = scheduled.flat();
    return all.filter((late) => late < onTimeMin).length / all.length;
  }

  #notePlace({ icao, lat, lon }: Airport): void {
    if (lat !== null && lon !== null && !this.#places.has(icao)) this.#places.set(icao, { lat, lon });
  }
}

/** Landing rates of these flights, the steepest first. */
export function ratesOf(flights: readonly Flown[]): readonly number[] {
  return flights.flatMap(({ rateFpm }) => rateFpm ?? []).sort((a, b) => a - b);
}

/** Minutes late of those flights that had a schedule. */
export function lateOf(flights: readonly Flown[]): readonly number[] {
  return flights.flatMap(({ lateMin }) => lateMin ?? []);
}

function flownOf({ id, plan, aircraft }: FiledFlight, { pirep, filedAt }: Receipt): Flown {
  const { arrivalTime, plannedFlightTimeMin: plannedMin } = plan;
  const { blockOffAt: offBlockAt, landingAt: expectedAt } = pirep;
  return {
    flightId: id,
    at: expectedAt ?? filedAt,
    minutes: pirep.flightTimeMin,
    rateFpm: pirep.landingRateFpm,
    lateMin: latenessMin({ arrivalTime, plannedMin, offBlockAt, expectedAt, doubtMin: -1 }),
    type: aircraft?.icao ?? null,
    airports: [plan.departure.icao, pirep.diversion?.icao ?? plan.arrival.icao],
  };
}
