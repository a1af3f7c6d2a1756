import type { Place } from '../../lib/geo.ts';
import { arrivalOf } from '../../tracking/figures/arrival.ts';
import type { Airport, Flight, Receipt, TouchdownPlace } from '../../tracking/model.ts';
import { latenessMin } from '../browser/lateness.js';
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
  /** Where it touched down; null when no runway is known there, or when it was filed before Tracker kept that. */
  readonly touchdown: TouchdownPlace | null;
}

/** How what pilots of the airline usually do lies, without saying whose it is: the middle value of each of them. */
export interface PilotSpread {
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
    this.#notePlace(arrivalOf({ ...flight, air: null }));
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

  /**
   * Returns how the middle values of pilots with enough of them lie; null with too few pilots.
   * @param valuesOf - returns a pilot's, in order: ft/min of `ratesOf`, metres of `alongOf` and `besideOf`
   */
  spreadOf(valuesOf: (flights: readonly Flown[]) => readonly number[]): PilotSpread | null {
    const middles = [...this.#byPilot.values()].flatMap((flights) => {
      const values = valuesOf(flights);
      return values.length < minFlights ? [] : (quantileOf(values, 0.5) ?? []);
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

/** Metres past the threshold at which these flights touched down, the shortest first. */
export function alongOf(flights: readonly Flown[]): readonly number[] {
  return flights.flatMap(({ touchdown }) => touchdown?.fromThresholdM ?? []).sort((a, b) => a - b);
}

/** Metres from the centre line to either side, where reports show it. */
export function besideOf(flights: readonly Flown[]): readonly number[] {
  const sure = flights.flatMap(({ touchdown }) => (touchdown !== null && isSure(touchdown) ? touchdown : []));
  return sure.map(({ offCentreM }) => Math.abs(offCentreM)).sort((a, b) => a - b);
}

/** Whether it is where it is said to be, and not somewhere between two reports far apart. */
export function isSure({ basis }: TouchdownPlace): boolean {
  return basis !== 'estimated';
}

/** Minutes late of those flights that had a schedule. */
export function lateOf(flights: readonly Flown[]): readonly number[] {
  return flights.flatMap(({ lateMin }) => lateMin ?? []);
}

function flownOf({ id, plan, aircraft }: FiledFlight, receipt: Receipt): Flown {
  const { pirep, filedAt } = receipt;
  const { arrivalTime, plannedFlightTimeMin: plannedMin } = plan;
  const { blockOffAt: offBlockAt, landingAt: expectedAt } = pirep;
  return {
    flightId: id,
    at: expectedAt ?? filedAt,
    minutes: pirep.flightTimeMin,
    rateFpm: pirep.landingRateFpm,
    lateMin: latenessMin({ arrivalTime, plannedMin, offBlockAt, expectedAt, doubtMin: -1 }),
    type: aircraft?.icao ?? null,
    touchdown: pirep.touchdown ?? null,
    airports: [plan.departure.icao, arrivalOf({ plan, air: null, receipt }).icao],
  };
}
