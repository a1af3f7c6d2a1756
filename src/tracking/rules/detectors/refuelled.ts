import type { Detector, Mark } from './detector.ts';
import { flies, unjudged } from './under-way.ts';

/** A rise that continues after less than this is the same one, milliseconds. */
const sameMs = 120_000;

/** A fuel reading in the air. */
interface Reading {
  readonly at: number;
  readonly lb: number;
  readonly lat: number;
  readonly lon: number;
}

/**
 * Fuel that rises in the air, by more than the limit, in percent of the largest amount of the flight. A reading counts as far as
 * the next one confirms it: gauges show 0, or anything, for a moment.
 */
export const refuelled: Detector<'maxRisePct'> = {
  name: 'refuelled',
  title: 'Refuelled in the air',
  description:
    'The fuel on board rose in the air. Within 1 % of the largest amount it is the gauge: fuel moves in its tanks. The airline’s own rule; no authority knows it.',
  unit: '%',
  limits: { maxRisePct: { unit: '%', default: 1, minimum: 0.1, maximum: 100, title: 'Maximum rise' } },
  judge(flight, { maxRisePct }) {
    const largestLb = flight.positions.reduce((max, { fuelLb }) => Math.max(max, fuelLb ?? 0), 0);
    if (largestLb === 0) return unjudged('no-fuel');
    const isFlying = flies(flight);
    const rises = new Rises((largestLb * maxRisePct) / 100);
    let isKnown = false;
    for (const position of flight.positions) {
      const { fuelLb, recordedAt, lat, lon } = position;
      const isAirborne = isFlying(position);
      if (isAirborne !== true) rises.leaveAir();
      else if (fuelLb !== null) {
        isKnown = true;
        rises.add({ at: recordedAt, lb: fuelLb, lat, lon });
      }
    }
    if (!isKnown) return unjudged('no-fuel-in-the-air');
    const marks = rises.found.map(({ from, to, lat, lon, riseLb }): Mark => {
      const value = Math.round((riseLb / largestLb) * 1_000) / 10;
      return { from, to, lat, lon, value, limit: maxRisePct, data: { riseLb: String(Math.round(riseLb)) } };
    });
    return { marks, notJudged: [] };
  },
};

class Rises {
  readonly found: { from: number; to: number; lat: number; lon: number; riseLb: number }[] = [];
  readonly #maxRiseLb: number;
  #last: Reading | null = null;
  /** The smallest confirmed reading so far. */
  #lowest: Reading | null = null;

  constructor(maxRiseLb: number) {
    this.#maxRiseLb = maxRiseLb;
  }

  /** What is filled on the ground is no rise. */
  leaveAir(): void {
    this.#last = null;
    this.#lowest = null;
  }

  add(reading: Reading): void {
    const before = this.#last;
    this.#last = reading;
    if (before === null) return;
    const [lower, higher] = before.lb <= reading.lb ? [before, reading] : [reading, before];
    const lowest = this.#lowest;
    if (lowest !== null && lower.lb > lowest.lb + this.#maxRiseLb) {
      this.#note(lowest, before.at, lower.lb - lowest.lb);
      this.#lowest = { ...before, lb: lower.lb };
    } else if (lowest === null || higher.lb <= lowest.lb) this.#lowest = { ...reading, lb: higher.lb };
  }

  #note({ at, lat, lon }: Reading, to: number, riseLb: number): void {
    const last = this.found.at(-1);
    if (last === undefined || at - last.to > sameMs) this.found.push({ from: at, to, lat, lon, riseLb });
    else {
      last.to = to;
      last.riseLb += riseLb;
    }
  }
}
