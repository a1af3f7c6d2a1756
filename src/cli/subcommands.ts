import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Command, CommandError, type CommandIo } from './command.ts';
import { explainArguments } from './did-you-mean.ts';
import { requireData } from './existing-data.ts';
import { type Done, saveAudit } from './reach.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The second word of a command: `add` of `tracker pilot add`. */
export interface Subcommand {
  readonly name: string;
  /** Names of what follows; one that ends with `?` may be left out. */
  readonly positionals: readonly string[];
  readonly options: NonNullable<ParseArgsConfig['options']>;
  run(given: Given, io: CommandIo): Promise<number>;
  /** What it did, for the audit log; absent where it changes nothing, or where the server writes it down itself. */
  readonly done?: (given: Given) => Done;
}

/** What was typed after the words of a command. */
export interface Given {
  positional(index: number): string;
  /** The text of an option, null when it was not given. */
  option(name: string): string | null;
  flag(name: string): boolean;
}

/** Subcommands that begin a crew center where there is none; all others are about one that there is. */
const mayMakeData = new Set(['add', 'import']);

export const textOption = { type: 'string' } as const;
export const flagOption = { type: 'boolean' } as const;

/** A command of several subcommands; without a word the first one runs. */
export function commandOf(
  about: Pick<Command, 'name' | 'summary' | 'usage'>,
  subcommands: readonly Subcommand[],
): Command {
  return {
    ...about,
    async run(args, io) {
      if (args.includes('--help')) {
        io.out(about.usage);
        return 0;
      }
      const isNamed = args[0] !== undefined && !args[0].startsWith('-');
      const word = isNamed ? args[0] : subcommands[0]?.name;
      const rest = isNamed ? args.slice(1) : args;
      const subcommand = subcommands.find((each) => each.name === word);
      if (subcommand === undefined) {
        const names = subcommands.map((each) => each.name).join(', ');
        throw new CommandError(`tracker ${about.name} needs one of: ${names} (not "${word}").\n\n${about.usage}`, 2);
      }
      const given = readArguments(`${about.name} ${subcommand.name}`, subcommand, rest, about.usage);
      if (!mayMakeData.has(subcommand.name)) requireData(io);
      const code = await subcommand.run(given, io);
      if (subcommand.done !== undefined) await saveAudit(io, subcommand.done(given));
      return code;
    },
  };
}

/** @throws CommandError with the usage for an option that is none of these, too few words, or too many */
export function readArguments(
  what: string,
  subcommand: Pick<Subcommand, 'positionals' | 'options'>,
  args: readonly string[],
  usage: string,
): Given {
  const { values, positionals } = parse(subcommand, args, usage);
  const needed = subcommand.positionals.filter((name) => !name.endsWith('?'));
  if (positionals.length < needed.length || positionals.length > subcommand.positionals.length) {
    const takes = subcommand.positionals.map((name) => (name.endsWith('?') ? `[${name.slice(0, -1)}]` : name));
    throw new CommandError(`tracker ${what} takes ${takes.join(' ') || 'no arguments'}.\n\n${usage}`, 2);
  }
  return {
    positional: (index) => positionals[index] ?? '',
    option: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : null;
    },
    flag: (name) => values[name] === true,
  };
}

function parse(
  subcommand: Pick<Subcommand, 'options'>,
  args: readonly string[],
  usage: string,
): { values: Values; positionals: string[] } {
  try {
    const parsed = parseArgs({ args: [...args], options: subcommand.options, allowPositionals: true });
    return { values: parsed.values as Values, positionals: parsed.positionals };
  } catch (error) {
    throw new CommandError(`${explainArguments(error, usage) ?? 'Wrong arguments.'}\n\n${usage}`, 2);
  }
}
