import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tracker } from '../../test/command-line.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { commands } from './commands.ts';
import { form } from './form.ts';
import { takeGlobal } from './global-options.ts';

const show = form({
  name: 'show',
  positionals: ['FLIGHT', 'LEG?'],
  options: {
    why: { value: 'TEXT', about: 'the reason', required: true },
    all: {},
    limit: { value: 'N', default: '5' },
  },
  withoutData: true,
  run: async (given, io) => {
    io.out([given.positional(0), given.option('why'), given.flag('all'), given.option('limit')].join(' '));
    return 0;
  },
});
const drop = form({ name: 'drop', withoutData: true, run: async () => 0 });
const sample = commandOf({ name: 'sample', summary: '', text: 'What it does.', examples: ['tracker sample'] }, [
  show,
  drop,
]);

test('one table reads the arguments and writes the help', async () => {
  assert.equal(
    sample.usage,
    `Usage: tracker sample show FLIGHT [LEG] --why TEXT [--all] [--limit N]
       tracker sample drop

What it does.

  --why TEXT  the reason

Examples:
  tracker sample

Options of every command (--data, --crew-center, --place, --listen, --json, --help, --version): tracker --help`,
  );
});

const wrong: readonly (readonly [args: string, says: string])[] = [
  ['show one', 'tracker sample show needs --why TEXT.'],
  ['show one --why=', 'tracker sample show needs --why TEXT.'],
  ['show --why x', 'tracker sample show takes FLIGHT [LEG].'],
  ['show a b c --why x', 'tracker sample show takes FLIGHT [LEG].'],
  ['drop --why x', 'There is no option --why.'],
  ['show a --wh x', 'There is no option --wh. Did you mean --why?'],
  ['drip', 'tracker sample needs one of: show, drop (not "drip"). Did you mean "drop"?'],
  ['fly', 'tracker sample needs one of: show, drop (not "fly").'],
  ['show --limit', "Option '--limit <value>' argument missing."],
];
for (const [args, says] of wrong)
  test(`refused in one line with exit code 2: sample ${args}`, async () => {
    const io = { out: () => {}, err: () => {}, json: false, isTerminal: false } as never;
    await assert.rejects(sample.run(args.split(' '), io), new CommandError(`${says} See: tracker sample --help`, 2));
  });

test('the help of every command shows all its forms, and an extra word is refused with an exit code', async () => {
  for (const { name, usage } of commands) {
    assert.match(usage, new RegExp(`^Usage: tracker ${name}\\b`));
    const { code, text } = await tracker('/nowhere', name, '--frobnicate');
    assert.equal(code, 2, name);
    assert.match(text, /^There is no option --frobnicate\./, name);
  }
});

test('global options can be before or after the command; a missing value is refused', () => {
  const { values, rest } = takeGlobal([
    '--data',
    'x',
    'pilot',
    'add',
    '--listen=-',
    '-h',
    '--home',
    'LSZH',
    '--',
    '--json',
  ]);
  assert.deepEqual({ ...values }, { data: 'x', listen: '-', help: true });
  assert.deepEqual(rest, ['pilot', 'add', '--home', 'LSZH', '--', '--json']);
  for (const argv of [
    ['serve', '--data'],
    ['--data', '--json', 'serve'],
  ])
    assert.throws(() => takeGlobal(argv), new CommandError('--data needs a value: --data DIR', 2));
});
