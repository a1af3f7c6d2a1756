import type { Draws } from './chance.ts';

/** How likely each mishap is, for one request. */
export interface NetworkFaults {
  readonly loss: number;
  readonly lostAnswer: number;
  readonly double: number;
  readonly late: number;
  readonly cut: number;
}

export const quietNetwork: NetworkFaults = { loss: 0, lostAnswer: 0, double: 0, late: 0, cut: 0 };

/** What becomes of a request, in words. */
export const mishapInWords: Readonly<Record<keyof NetworkFaults, string>> = {
  loss: 'the request is lost',
  lostAnswer: 'the answer is lost',
  double: 'the request arrives twice',
  late: 'the answer comes late',
  cut: 'the connection is cut',
};

/** What becomes of the next request; null when nothing does. */
export function drawMishap(draws: Draws, faults: NetworkFaults): keyof NetworkFaults | null {
  let share = draws.next();
  for (const [name, probability] of Object.entries(faults) as [keyof NetworkFaults, number][]) {
    if (share < probability) return name;
    share -= probability;
  }
  return null;
}
