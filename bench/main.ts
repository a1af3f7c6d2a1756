import { parseArgs } from 'node:util';
import { recordFigures } from '../prove/promises/figures.ts';
import { promises } from '../prove/promises/promises.ts';
import type { BenchOptions } from './bench-options.ts';
import { benches } from './benches.ts';
import { serveBuilt } from './child.ts';
import { type Goal, goalLine } from './goal.ts';
import { waitForQuiet } from './quiet.ts';
import { shortRounds, shortRoundsWithout } from './short-rounds.ts';
import { usage } from './usage.ts';

/**
 * Measures the server as it is shipped: one line for each goal. Exit codes as `usage` says. With `--record` the goals that are
 * promises go into `docs/promises/figures.json`, unless they are not to be believed.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    site: { type: 'string' },
    key: { type: 'string' },
    against: { type: 'string' },
    contract: { type: 'string' },
    on: { type: 'string' },
    cores: { type: 'string', default: 'shared' },
    busy: { type: 'boolean', default: false },
    without: { type: 'string', default: '' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const contract = values.contract === undefined ? '' : ` --contract ${values.contract}`;
const on = values.on === undefined ? '' : ` --on ${values.on}`;
const name = `${positionals[0] ?? ''}${contract}${on}`;
const names = values.short && name === '' ? shortRoundsWithout(new Set(values.without.split(','))).names : [name];
const { short: isShort } = values;
const [rounds, minutes] = [
  Number(values.rounds ?? (isShort ? 1 : 5)),
  Number(values.minutes ?? (positionals[0] === 'map-page' ? 2 : 22)),
];
const cores = values.cores === 'apart' || values.cores === 'shared' ? values.cores : null;
const isKnown = names.every((each) => (isShort ? shortRounds[each] : benches[each]) !== undefined);
if (!isKnown || !(rounds >= 1) || !(minutes > 0) || cores === null) {
  console.error(usage);
  process.exit(2);
}
const only = values.only.split(',').filter((name) => name !== '');
const options: BenchOptions = {
  rounds,
  isShort,
  cores,
  minutes,
  only,
  site: values.site ?? null,
  key: values.key ?? null,
  against: values.against ?? null,
  note: (text) => console.error(text),
};
const quiet = isShort || values.busy ? null : await waitForQuiet(options.note);
if (isShort) await serveBuilt();
const goals: Goal[] = [];
for (const each of names) {
  if (names.length > 1) console.log(`${each}:`);
  goals.push(...((await benches[each]?.(options)) ?? []));
}
if (isShort) {
  console.log(`${names.length} ran, ${goals.length} goals: figures of a short round say nothing`);
  const empty = goals.filter(({ value }) => !Number.isFinite(value));
  for (const { goal, what } of empty) console.error(`${goal} measured nothing: ${what}`);
  process.exit(goals.length > 0 && empty.length === 0 ? 0 : 1);
}
for (const goal of goals) console.log(values.json ? JSON.stringify(goal) : goalLine(goal));
const noise =
  quiet === null
    ? '; not waited for a quiet machine'
    : quiet.isQuiet
      ? ''
      : `; others used ${quiet.othersCores.toFixed(1)} cores when it began`;
if (noise !== '') options.note(noise.slice(2));
if (values.record) {
  const believed = goals.filter(({ verdict }) => verdict !== 'not to be believed');
  const figures = believed.map(
    ({ goal: promise, what, value, spread: [least, most], rounds: count, aim, verdict, isNoisy }) => {
      const range = count === 1 ? '' : ` (${least}–${most} in ${count} rounds${isNoisy ? ', far apart' : ''})`;
      const doubt = verdict === 'undecided' ? ': undecided' : '';
      return { promise, text: `${what}: ${value}${range}; ${aim}${doubt}${noise}`, isKept: verdict === 'met' };
    },
  );
  const isPromise = new Set(promises.map(({ id }) => id));
  const typed = process.argv.slice(2).filter((word) => word !== '--record' && word !== '--json');
  recordFigures(
    figures.filter(({ promise }) => isPromise.has(promise)),
    ['npm run bench --', ...typed].join(' '),
  );
}
if (goals.some(({ verdict }) => verdict === 'missed')) process.exit(1);
process.exit(goals.some(({ verdict }) => verdict !== 'met') ? 3 : 0);
