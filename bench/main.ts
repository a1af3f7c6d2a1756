import { parseArgs } from 'node:util';
import { recordFigures } from '../prove/promises/figures.ts';
import { promises } from '../prove/promises/promises.ts';
import { benches } from './benches.ts';
import { goalLine } from './goal.ts';

/**
 * Measures the server as it is shipped: one line for each goal. Exit code 1 when a goal was missed, 2 when the arguments are
 * wrong. With `--record` the goals that are promises go into `docs/promises/figures.json`.
 */
const usage = `usage: npm run bench -- positions [--contract smartcars3|phpvms7-core] [--rounds N] [--json]
       npm run bench -- fleet [--only P3a,P6b] [--minutes N] [--json]
       npm run bench -- journal [--rounds N] [--json]
       npm run bench -- legacy [--rounds N] [--json]
       npm run bench -- map [--rounds N] [--json]
       npm run bench -- map-page [--minutes N] [--json]
       npm run bench -- core-clients [--site URL --key FILE] [--rounds N] [--json]
       npm run bench -- deliver [--json]
       npm run bench -- eta [--json]
       npm run bench -- modules [--rounds N] [--json]
       npm run bench -- webhooks [--rounds N] [--json]
       npm run bench -- phpvms7 --site URL [--key KEY] [--rounds N] [--json]
       … --record keeps the figures for docs/promises.md`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    site: { type: 'string' },
    key: { type: 'string' },
    contract: { type: 'string' },
  },
});
const contract = values.contract === undefined ? '' : ` --contract ${values.contract}`;
const bench = benches[`${positionals[0] ?? ''}${contract}`];
const [rounds, minutes] = [Number(values.rounds), Number(values.minutes ?? (positionals[0] === 'map-page' ? 2 : 22))];
if (bench === undefined || !(rounds >= 1) || !(minutes > 0)) {
  console.error(usage);
  process.exit(2);
}
const only = values.only.split(',').filter((name) => name !== '');
const goals = await bench({
  rounds,
  minutes,
  only,
  site: values.site ?? null,
  key: values.key ?? null,
  note: (text) => console.error(text),
});
for (const goal of goals) {
  const { goal: name, value, aim, pass, what, spread } = goal;
  console.log(values.json ? JSON.stringify({ goal: name, value, aim, pass, what, spread }) : goalLine(goal));
}
if (values.record) {
  const figures = goals.map(({ goal: promise, what, value, spread: [least, most], aim, pass }) => {
    const range = least === most ? '' : ` (${least}–${most})`;
    return { promise, text: `${what}: ${value}${range}; ${aim}`, isKept: pass };
  });
  const isPromise = new Set(promises.map(({ id }) => id));
  const typed = process.argv.slice(2).filter((word) => word !== '--record' && word !== '--json');
  recordFigures(
    figures.filter(({ promise }) => isPromise.has(promise)),
    ['npm run bench --', ...typed].join(' '),
  );
}
process.exit(goals.every((goal) => goal.pass) ? 0 : 1);
