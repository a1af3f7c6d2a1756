import type { Outcome, Step } from './run-step.ts';
import { groupsFolder } from './together.ts';

/** What came of a step, and what came of it alone when it was repeated. */
export interface Result extends Outcome {
  readonly step: Step;
}

/** Where more failed than this, it is the change and not the machine. */
const maxRepeated = 3;

/**
 * Steps that are worth a second run, alone: of `npm test`, and of suites that share a process, the files that failed, of all
 * others the step itself. None when much failed, or when it is not known which file of many did, or which did not run at all.
 */
export function stepsToRepeat({ step, failed, failures, isWhole }: Result): readonly Step[] {
  if (failed === 0) return [];
  const { command } = step;
  const [program, option] = command;
  const files = [...new Set(failures.map(({ file }) => file))];
  const isKnown = isWhole && files.length > 0 && files.every((file) => file !== null && isRun(file));
  if (option !== '--test' || (!isKnown && command.length === 3)) return [step];
  if (!isKnown) return [];
  return files.map((file) => ({ ...step, name: String(file), command: [program, '--test', String(file)] }));
}

/** Whether `node --test` runs it: a file of tests, or one that loads several into its process, which ended badly. */
function isRun(file: string): boolean {
  return /\.(?:page-)?test\.ts$/.test(file) || file.startsWith(groupsFolder);
}

/**
 * Runs what failed beside others again, alone. Returns the steps that passed then: the machine was busy, or the check is unsteady,
 * which the last lines of the proof say.
 */
export async function findUnsteady(
  results: readonly Result[],
  run: (step: Step) => Promise<Outcome>,
): Promise<readonly Result[]> {
  const repeated = results.map((result) => ({ result, steps: stepsToRepeat(result) }));
  if (repeated.reduce((sum, { steps }) => sum + steps.length, 0) > maxRepeated) return [];
  const unsteady: Result[] = [];
  for (const { result, steps } of repeated) {
    const outcomes: Outcome[] = [];
    for (const step of steps) outcomes.push(await run(step));
    if (outcomes.length > 0 && outcomes.every(({ failed }) => failed === 0)) unsteady.push(result);
  }
  return unsteady;
}
