import type { Measure } from './measures.ts';
import { type Breakdown, rateOf, tallyOf } from './tally.ts';

/** A pilot with fewer judged flights is not part of the spread: one finding would be a rate of 100. */
export const minFlights = 5;
/** Of fewer pilots anybody could guess whose the rates are. */
export const minPilots = 5;

/** How the rates of an airline's pilots lie: a quarter of them is below `low`, half below `middle`, three quarters below `high`. */
export interface Spread {
  readonly pilots: number;
  /** Per 100 flights; null with too few pilots. */
  readonly low: number | null;
  readonly middle: number | null;
  readonly high: number | null;
}

/** Returns how the rates of pilots with enough judged flights lie, without saying whose they are. */
export function spreadOf(measure: Measure, byPilot: Breakdown): Spread {
  const rates = byPilot.groups
    .map(([, tallies]) => tallyOf(tallies, measure.id))
    .filter(({ judged }) => judged >= minFlights)
    .map((tally) => rateOf(tally) ?? 0)
    .sort((a, b) => a - b);
  const at = (share: number) => (rates.length < minPilots ? null : quantileOf(rates, share));
  return { pilots: rates.length, low: at(0.25), middle: at(0.5), high: at(0.75) };
}

/** Between two values it lies on the line that joins them (Hyndman and Fan, 1996, definition 7). */
export function quantileOf(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? null : below + (above - below) * (place - Math.floor(place));
}
