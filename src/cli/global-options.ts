import { parseArgs } from 'node:util';
import { CommandError } from './command.ts';
import { type Option, type Options, parserOptions } from './options.ts';

/** Options that every command takes, before or after its name. */
export const globalOptions = {
  data: { value: 'DIR', about: 'folder of the journal and the embedded crew center (default ./data)' },
  'crew-center': {
    value: 'DIR',
    about: 'folder of a phpVMS 7 or phpVMS 5 site (default: the embedded crew center)',
  },
  place: {
    value: 'DIR',
    about: 'private place of a site that was set up through its folder: its data, crew center and address',
  },
  listen: { value: 'ADDRESS', about: 'address to listen on (default 127.0.0.1:8787)' },
  json: { about: 'print one JSON document instead of text' },
  help: { short: 'h', about: 'print the options of a command, with examples' },
  version: { short: 'v', about: 'print the version of this package' },
} as const satisfies Options;

export type GlobalValues = {
  readonly [N in keyof typeof globalOptions]?: (typeof globalOptions)[N] extends { value: string } ? string : true;
};

/** Splits off the global options before `--`, in any position; the rest is for the command. @throws CommandError */
export function takeGlobal(argv: readonly string[]): {
  readonly values: GlobalValues;
  readonly rest: readonly string[];
} {
  const { tokens } = parseArgs({
    args: [...argv],
    options: parserOptions(globalOptions),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(globalOptions, token.name)) continue;
    const option: Option = globalOptions[token.name as keyof typeof globalOptions];
    values[token.name] = option.value === undefined ? true : requireValue(token, option.value);
    taken.add(token.index);
    if (token.inlineValue === false) taken.add(token.index + 1);
  }
  return { values, rest: argv.filter((_, index) => !taken.has(index)) };
}

/** @throws CommandError if the next word is an option; a value that begins with `-` is written `--data=-x` */
function requireValue({ name, value, inlineValue }: OptionToken, what: string): string {
  if (value !== undefined && (inlineValue === true || !value.startsWith('-'))) return value;
  throw new CommandError(`--${name} needs a value: --${name} ${what}`, 2);
}

interface OptionToken {
  readonly name: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

/** Whether `--json` stands before `--`, also where other arguments are invalid. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json');
}
