import { parseArgs } from 'node:util';
import { type Goal, goalLine } from './goal.ts';
import { benchPositions } from './positions.ts';

/** `npm run bench -- positions [--json] [--rounds N]`: one line for each goal. Exit code 1 when a goal was missed. */
const benches: Readonly<Record<string, (options: BenchOptions) => Promise<readonly Goal[]>>> = {
  positions: benchPositions,
};

export interface BenchOptions {
  readonly rounds: number;
  /** Progress and asides, not for the JSON output. */
  note(text: string): void;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
});
const bench = benches[positionals[0] ?? ''];
const rounds = Number(values.rounds);
if (bench === undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join('|')} [--json] [--rounds N]`);
  process.exit(2);
}
const goals = await bench({ rounds, note: (text) => console.error(text) });
for (const goal of goals) {
  const { goal: name, value, aim, pass, what, spread } = goal;
  console.log(values.json ? JSON.stringify({ goal: name, value, aim, pass, what, spread }) : goalLine(goal));
}
process.exit(goals.every((goal) => goal.pass) ? 0 : 1);
