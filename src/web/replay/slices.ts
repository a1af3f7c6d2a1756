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
/** Of the lines of the day: with 8 characters for a point, 80 kB. */
const maxLines = 500;
export const maxLinePoints = 10_000;
/** After more minutes without a report a line begins again: nobody knows the way between. */
const maxGapMin = 20;

/** A way on the ground without flight and time: latitude and longitude of its first point, then what they differ from the point before. */
export type FaintLine = readonly number[];

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

/** Returns the ways of the newest of these flights from this minute on, in 1/1000°: what the map without flights draws. */
export function linesOf(flights: readonly DayFlight[], from: number): readonly FaintLine[] {
  const newest = flights.slice(-maxLines);
  const points = newest.reduce((sum, { track }) => sum + track.count, 0);
  const step = Math.max(1, Math.ceil(points / maxLinePoints));
  return newest.flatMap(({ track }) => partsOf(track.sampled(from, step), step)).map(toLine);
}

/** Cuts a way where it has a gap; parts of one point are no lines. */
function partsOf(points: readonly MinutePoint[], step: number): readonly (readonly MinutePoint[])[] {
  const parts: MinutePoint[][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    if (point[0] - before > maxGapMin + step) parts.push([]);
    parts.at(-1)?.push(point);
    before = point[0];
  }
  return parts.filter(({ length }) => length > 1);
}

function toLine(points: readonly MinutePoint[]): FaintLine {
  let [lastLat, lastLon] = [0, 0];
  return points.flatMap(([, lat, lon]) => {
    const step = [lat - lastLat, lon - lastLon];
    [lastLat, lastLon] = [lat, lon];
    return step;
  });
}
