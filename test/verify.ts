import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makePlan, type Plan, readPartName } from './verify/plan.ts';
import { runStep, type Tally } from './verify/run-step.ts';

/**
 * `npm run verify`: the whole proof. Parts that suites need are found, or installed where this runs as root;
 * `-- --without chromium` leaves a part out, and the last line says so.
 */
const root = join(import.meta.dirname, '..');

async function verify(plan: Plan): Promise<readonly (Tally & { readonly name: string })[]> {
  const results: (Tally & { readonly name: string })[] = [];
  for (const step of plan.steps) {
    console.log(`\n== ${step.name}`);
    const begun = performance.now();
    const result = await runStep(step, root);
    results.push({ ...result, name: step.name });
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(`== ${step.name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
  }
  return results;
}

function lastLine(results: readonly Tally[], plan: Plan): string {
  const sum = (key: keyof Tally) => results.reduce((total, result) => total + result[key], 0);
  const counts = `${sum('passed')} passed, ${sum('failed')} failed`;
  return plan.leftOut.length === 0 ? counts : `${counts}; left out: ${plan.leftOut.join(', ')}`;
}

function readArguments(): Plan {
  const { values } = parseArgs({ options: { without: { type: 'string', multiple: true, default: [] } } });
  const words = values.without.flatMap((each) => each.split(','));
  return makePlan(root, new Set(words.map((word) => readPartName(word, '--without'))));
}

try {
  const plan = readArguments();
  const results = await verify(plan);
  const failed = results.filter((result) => result.failed > 0);
  console.log('');
  for (const { name } of failed) console.log(`failed: ${name}`);
  console.log(lastLine(results, plan));
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
