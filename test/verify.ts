import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closedFolder, runInCopy } from './verify/enterable.ts';
import { makePlan, type Plan, readPartName } from './verify/plan.ts';
import { findUnsteady, type Result } from './verify/repeat.ts';
import { type Outcome, runStep, type Step, type Tally } from './verify/run-step.ts';
import { slowestOf } from './verify/slowest.ts';
import { take } from './verify/take.ts';

/**
 * `npm run verify`: the whole proof. Parts that suites need are found, or installed where this runs as root;
 * `-- --without chromium` leaves a part out, and the last line says so.
 */
const root = join(import.meta.dirname, '..');

async function verify({ lanes }: Plan): Promise<readonly Result[]> {
  const left = lanes.map((steps) => [...steps]);
  const runs = left.map((own, lane) => runLane(() => take(left, own), lane === 0 ? showAtOnce : showAtTheEnd));
  return (await Promise.all(runs)).flat();
}

async function runLane(
  next: () => Step | undefined,
  run: (step: Step) => Promise<Outcome>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let step = next(); step !== undefined; step = next()) results.push({ ...(await run(step)), step });
  return results;
}

async function showAtOnce(step: Step): Promise<Outcome> {
  console.log(`\n== ${step.name}`);
  const begun = performance.now();
  const result = await runStep(step, root);
  console.log(summary(step, result, begun));
  return result;
}

/** In one piece, because another lane shows what it does at the same time. */
async function showAtTheEnd(step: Step): Promise<Outcome> {
  const begun = performance.now();
  const said: string[] = [];
  const result = await runStep(step, root, (text) => said.push(text));
  console.log(`\n== ${step.name}\n${said.join('')}${summary(step, result, begun)}`);
  return result;
}

function summary({ name }: Step, { passed, failed }: Tally, begun: number): string {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  return `== ${name}: ${passed} passed, ${failed} failed (${seconds} s)`;
}

function lastLine(results: readonly Result[], unsteady: ReadonlySet<Result>, plan: Plan): string {
  const sum = (among: readonly Tally[], key: keyof Tally) => among.reduce((total, each) => total + each[key], 0);
  const failed = sum(
    results.filter((result) => !unsteady.has(result)),
    'failed',
  );
  const counts = `${sum(results, 'passed')} passed, ${failed} failed`;
  const repeated = unsteady.size === 0 ? '' : `, ${sum([...unsteady], 'failed')} passed only when repeated alone`;
  return `${counts}${repeated}${plan.leftOut.length === 0 ? '' : `; left out: ${plan.leftOut.join(', ')}`}`;
}

function readArguments(): Plan {
  const { values } = parseArgs({ options: { without: { type: 'string', multiple: true, default: [] } } });
  const words = values.without.flatMap((each) => each.split(','));
  return makePlan(root, new Set(words.map((word) => readPartName(word, '--without'))));
}

/** Web servers and PHP run under accounts of their own where this runs as root, and read the project. */
const closed = process.getuid?.() === 0 ? closedFolder(root) : null;
if (closed !== null) {
  console.log(
    `Other accounts may not enter ${closed}: this runs in a copy of the project, in the folder for temporary files.`,
  );
  process.exit(await runInCopy(root, 'test/verify.ts', process.argv.slice(2)));
}
try {
  const plan = readArguments();
  const results = await verify(plan);
  const unsteady = new Set(await findUnsteady(results, showAtOnce));
  console.log('');
  for (const result of results.filter(({ failed }) => failed > 0)) {
    console.log(
      `${unsteady.has(result) ? 'unsteady (failed beside others, passed alone)' : 'failed'}: ${result.step.name}`,
    );
    for (const { file, name, said } of result.failures) console.log(`  ✖ ${file ?? ''} ${name}\n${said}`);
  }
  console.log(`slowest:\n${slowestOf(results.flatMap(({ times }) => times)).join('\n')}\n`);
  const failed = results.filter((result) => result.failed > 0 && !unsteady.has(result));
  console.log(`${lastLine(results, unsteady, plan)} (${(performance.now() / 60_000).toFixed(1)} min)`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
