import { parseArgs } from 'node:util';
import { type Figure, recordFigures } from './promises/figures.ts';
import { proofs, proofsOfSites } from './proofs.ts';
import { type GivenName, givenNames, type Prove, type ProveOptions } from './prove.ts';

/**
 * `npm run prove -- [NAME]`: one proof, or all that need no site. Exit code 0 when everything is proven, 1 when not, 2 when
 * the arguments are wrong. `--record` writes the figures into `docs/promises/figures.json`.
 */
const every: Readonly<Record<string, Prove>> = { ...proofs, ...proofsOfSites };
const numberNames = ['rounds', 'minutes', 'steps', 'seed', 'seeds', 'sample', 'workers'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    'self-test': { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    ...(Object.fromEntries([...numberNames, ...givenNames].map((name) => [name, { type: 'string' }])) as Record<
      GivenName | (typeof numberNames)[number],
      { type: 'string' }
    >),
  },
});
const chosen = positionals.length === 0 ? Object.keys(proofs) : positionals;
const [rounds, minutes, steps, seed, seeds, sample, workers] = numberNames.map((name) => readNumber(values[name]));
if (chosen.some((name) => every[name] === undefined)) stop();
const mayRecord = !values.short && (!values['self-test'] || chosen.every((name) => every[name]?.recordsSelfTest));
if (values.record && !mayRecord) stop();

// Ending a proof ends what it has started: its programs are killed when this one exits.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

const figures: Figure[] = [];
const options: ProveOptions = {
  short: values.short,
  selfTest: values['self-test'],
  rounds: rounds ?? null,
  minutes: minutes ?? null,
  steps: steps ?? null,
  seed: seed ?? null,
  seeds: seeds ?? null,
  sample: sample ?? null,
  workers: workers ?? null,
  given: values,
  note: (text) => console.error(text),
  out: (text) => console.log(text),
  figure: (figure) => figures.push(figure),
};
const failed: string[] = [];
for (const name of chosen) {
  figures.length = 0;
  if (chosen.length > 1) console.log(`# ${name}`);
  if (!(await runProof(name))) failed.push(name);
  if (values.record) recordFigures(figures, commandOf(name));
}
if (chosen.length > 1) {
  console.log(failed.length === 0 ? `All ${chosen.length} are proven.` : `Not proven: ${failed.join(', ')}.`);
}
process.exit(failed.length === 0 ? 0 : 1);

/** One that breaks off is not proven; the others go on. */
async function runProof(name: string): Promise<boolean> {
  try {
    return (await every[name]?.run(options)) === true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

function commandOf(name: string): string {
  const numbers = numberNames.flatMap((option) =>
    values[option] === undefined ? [] : [`--${option} ${values[option]}`],
  );
  // Those that say what was looked for, and are nobody's.
  const words = (['room', 'only'] as const).flatMap((option) =>
    values[option] === undefined ? [] : [`--${option} ${values[option]}`],
  );
  return ['npm run prove --', name, ...(values['self-test'] ? ['--self-test'] : []), ...words, ...numbers].join(' ');
}

function readNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : stop();
}

function stop(): never {
  const usages = Object.values(every).map(({ usage }) => usage);
  console.error(
    `usage: npm run prove [-- --record]\n       npm run prove -- ${usages.join('\n       npm run prove -- ')}\n` +
      'Without a name: every proof that needs no site. --record keeps the figures; not with --short, and with --self-test only those of simulate.',
  );
  process.exit(2);
}
