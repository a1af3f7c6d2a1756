import type { BenchOptions } from './bench-options.ts';
import { type Expectation, measureExpectations } from './eta/measure.ts';
import { type Goal, judge } from './goal.ts';

const half = 0.5;

const error = {
  goal: 'ETA',
  what: 'error of the expected landing at half way, % of the time left, median',
  kind: 'at most',
  aim: 5,
  short: 5,
} as const;
const honest = {
  goal: 'ETA',
  what: '% of expectations that are off by no more than their stated doubt',
  kind: 'at least',
  aim: 80,
  short: 80,
} as const;

/** How far off expected landings are: over every recording, and ten flights made by rule. Takes no time of the server. */
export async function benchEta({ note }: BenchOptions): Promise<readonly Goal[]> {
  const expectations = await measureExpectations();
  for (const each of expectations) if (each.share === half) note(lineOf(each));
  const halves = expectations.filter(({ share }) => share === half);
  const errors = halves.map(({ errorMin, leftMin }) => (Math.abs(errorMin ?? leftMin) / leftMin) * 100);
  const kept = expectations.filter(({ errorMin, doubtMin }) => Math.abs(errorMin ?? 0) <= (doubtMin ?? -1));
  return [judge(error, errors), judge(honest, [(kept.length / expectations.length) * 100])];
}

function lineOf({ name, leftMin, errorMin, doubtMin }: Expectation): string {
  const said = errorMin === null ? 'nothing expected' : `${errorMin > 0 ? '+' : ''}${errorMin.toFixed(1)} min`;
  return `eta: ${name}: ${said} (stated ±${doubtMin ?? '–'} min) with ${leftMin.toFixed(0)} min to go`;
}
