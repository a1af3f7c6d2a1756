import { parseArgs } from 'node:util';
import { durability } from './durability/durability.ts';
import { phpvms5 } from './phpvms5/phpvms5.ts';
import { phpvms7 } from './phpvms7/phpvms7.ts';
import { phpvms7Core } from './phpvms7-core/record.ts';
import { type GivenName, givenNames, type Prove } from './prove.ts';

/** `npm run prove -- NAME`: exit code 0 when it is proven, 1 when not, 2 when the arguments are wrong. */
const proves: Readonly<Record<string, Prove>> = {
  durability,
  phpvms5,
  phpvms7,
  'phpvms7-core': phpvms7Core,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    'self-test': { type: 'boolean', default: false },
    rounds: { type: 'string' },
    ...(Object.fromEntries(givenNames.map((name) => [name, { type: 'string' }])) as Record<
      GivenName,
      { type: 'string' }
    >),
  },
});
const prove = proves[positionals[0] ?? ''];
const rounds = values.rounds === undefined ? null : Number(values.rounds);
if (prove === undefined || (rounds !== null && !(Number.isInteger(rounds) && rounds > 0))) {
  console.error(
    `usage: npm run prove -- ${Object.values(proves)
      .map(({ usage }) => usage)
      .join('\n       npm run prove -- ')}`,
  );
  process.exit(2);
}
const isProven = await prove.run({
  short: values.short,
  selfTest: values['self-test'],
  rounds,
  given: values,
  note: (text) => console.error(text),
  out: (text) => console.log(text),
});
process.exit(isProven ? 0 : 1);
