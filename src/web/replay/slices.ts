import { arrivalOf } from '../../tracking/figures/arrival.ts';
import { type Airport, flightName } from '../../tracking/model.ts';
import type { DayFlight } from './day.ts';
import type { MinutePoint } from './minute-track.ts';

/** Maximum number of points in a slice: with 20 characters each, 500 kB. More flights are thinned more. */
export const maxSlicePoints = 25_000;
/** Maximum number of flights in the list: 600 kB. */
export const maxListed = 3_000;
/** Points are left out by these steps, minutes. */
const steps = [1, 2, 3, 5, 10, 15, 30, 60];
export const hourMinutes = 60;

/** A flight of the replay; contains no personal data. Minutes since the epoch. */
export type ReplayFlight = readonly [
  id: string,
  callsign: string,
  departure: ReplayAirport,
  arrival: ReplayAirport,
  aircraft: string | null,
  from: number,
  to: number,
];
export type ReplayAirport = readonly [icao: string, lat: number | null, lon: number | null];

/** The positions of one hour: by flight, minute of the hour, latitude and longitude (1/1000°), altitude (100 ft). */
export interface ReplaySlice {
  readonly hour: number;
  readonly tracks: Readonly<Record<string, readonly MinutePoint[]>>;
}

export function listed(flights: readonly DayFlight[]): readonly ReplayFlight[] {
  return flights.slice(-maxListed).flatMap(({ flight, track }): ReplayFlight[] => {
    const { plan, aircraft, id } = flight;
    if (track.range === null) return [];
    const airport = ({ icao, lat, lon }: Airport): ReplayAirport => [icao, lat, lon];
    const [departure, arrival] = [airport(plan.departure), airport(arrivalOf(flight))];
    return [[id, flightName(plan), departure, arrival, aircraft?.icao ?? null, ...track.range]];
  });
}

/** Returns the positions of these flights in one hour (hours since the epoch), thinned to `maxSlicePoints`. */
export function sliceOf(flights: readonly DayFlight[], hour: number): ReplaySlice {
  const from = hour * hourMinutes;
  const flying = flights.filter(
    ({ track: { range } }) => range !== null && range[0] < from + hourMinutes && range[1] >= from,
  );
  const step = steps.find((each) => (flying.length * hourMinutes) / each <= maxSlicePoints) ?? hourMinutes;
  const tracks = flying.flatMap(({ flight, track }) => {
    const points = track.between(from, from + hourMinutes, step);
    const inHour = points.map(([minute, ...place]): MinutePoint => [minute - from, ...place]);
    return inHour.length === 0 ? [] : [[flight.id, inHour] as const];
  });
  return { hour, tracks: Object.fromEntries(tracks) };
}
