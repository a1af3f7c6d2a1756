import type { TextKey } from '../browser/wording.js';
import type { Visitor } from '../visitor/visitor.ts';
import type { FiledFlight } from './earlier.ts';
import type { FlightRecord } from './record.ts';

/** A flight beside an earlier one of the same route. */
export interface Comparison {
  readonly id: string;
  readonly name: string;
  readonly day: string;
  readonly rows: readonly { readonly name: string; readonly here: string; readonly earlier: string }[];
}

type Figure = keyof FiledFlight['figures'];

/** Returns the figures of both; null before this one is filed, and without an earlier one. */
export function compare(record: FlightRecord, earlier: FiledFlight | null, visitor: Visitor): Comparison | null {
  if (earlier === null || !record.isFiled) return null;
  const { figures, wording } = visitor;
  const row = (key: TextKey, figure: Figure, write: (value: number) => string) => {
    const text = (value: number | null) => (value === null ? '–' : write(value));
    return { name: wording.say(key), here: text(record.pirep[figure]), earlier: text(earlier.figures[figure]) };
  };
  return {
    id: earlier.id,
    name: earlier.name,
    day: figures.day(earlier.endedAt),
    rows: [
      row('figure.block-time', 'flightTimeMin', (minutes) => figures.duration(minutes)),
      row('figure.distance', 'distanceNm', (nm) => figures.distance(nm)),
      row('figure.fuel-used', 'fuelUsedLb', (pounds) => figures.weight(pounds)),
      row('figure.landing-rate', 'landingRateFpm', (fpm) => figures.rate(fpm)),
    ],
  };
}
