import { Chance } from '../../src/cli/flying/chance.ts';
import type { Fault, Unreliable } from '../../test/unreliable.ts';

const faults: readonly (Fault | null)[] = ['before', 'after', 'hangs', 'late', null, null];

/** When a crew center fails. */
export interface Trouble {
  readonly seed: string;
  readonly everyMs: number;
}

/** From now on the crew center fails half of the time, some other way each time. @returns what ends that */
export function trouble(line: Unreliable, { seed, everyMs }: Trouble): () => void {
  const chance = new Chance(seed);
  const timer = setInterval(() => {
    line.heal();
    const fault = faults[Math.floor(chance.next() * faults.length)] ?? null;
    if (fault !== null) line.fail('all', fault, 1 + Math.floor(chance.next() * 20));
  }, everyMs);
  return () => {
    clearInterval(timer);
    line.heal();
  };
}
