import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProveOptions } from '../prove.ts';
import { openBench } from './bench.ts';
import { drawMutants } from './draw.ts';
import { type Seeker, tryMistake } from './trial.ts';

/** A file whose own test finds nearly everything, in a second. */
const file = 'src/tracking/flight/repeats.ts';
const test = 'src/tracking/flight/repeats.test.ts';
const few = 5;

/** A few mutants that are found, and that none is found when the test is left out. */
export async function proveShort({ seed, out, note }: ProveOptions): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    using bench = openBench(folder, 1);
    const [scratch] = bench.scratches;
    if (scratch === undefined) return false;
    const drawn = drawMutants('tracking', bench.original, Number.POSITIVE_INFINITY, seed ?? 1)
      .filter(({ places }) => places.has(file))
      .slice(0, few);
    const count = async (seekers: readonly Seeker[]) => {
      let found = 0;
      for (const mutant of drawn) {
        const verdict = await tryMistake(mutant, { ...bench, scratch, seekers, steps: 2_000, seed: 1 });
        note(`${mutant.name}: ${verdict.foundBy} ${verdict.what}`);
        if (verdict.foundBy !== 'nothing') found += 1;
      }
      return found;
    };
    // Nothing is known of any test yet: so nothing may be found.
    const without = await count(['tests']);
    await bench.coverage.collect([scratch], note, [test]);
    const withTest = await count(['tests']);
    out(`${drawn.length} mutants: ${withTest} found by the test of the file, ${without} found without it`);
    return withTest > few / 2 && without === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
