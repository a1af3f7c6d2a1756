import { parseArgs } from 'node:util';
import { type Command, CommandError } from './command.ts';
import { explainArguments } from './did-you-mean.ts';
import { requireData } from './existing-data.ts';
import type { Form, Given } from './form.ts';
import { type About, formName, helpOf, spellPositional } from './help.ts';
import { type Options, parserOptions } from './options.ts';
import { saveAudit } from './reach.ts';

/** Creates a command from its forms; the first form is the default. */
export function commandOf(about: About, forms: readonly Form[]): Command {
  const usage = helpOf(about, forms);
  return {
    ...about,
    usage,
    mayMakeData: (args) => choose(about.name, forms, args, usage).form.withoutData === true,
    async run(args, io) {
      const { form: chosen, rest } = choose(about.name, forms, args, usage);
      const given = readArguments(formName(about.name, chosen), chosen, rest, usage);
      if (chosen.withoutData !== true) requireData(io);
      const code = await chosen.run(given, io);
      if (chosen.done !== undefined) await saveAudit(io, chosen.done(given));
      return code;
    },
  };
}

/** @throws CommandError for a second word that there is not */
function choose(command: string, forms: readonly Form[], args: readonly string[], usage: string) {
  const [first] = forms;
  if (first === undefined) throw new Error(`${command} has no form`);
  const [word] = args;
  if (first.name === undefined || word === undefined || word.startsWith('-')) return { form: first, rest: args };
  const named = forms.find((each) => each.name === word);
  if (named !== undefined) return { form: named, rest: args.slice(1) };
  const names = forms.map((each) => each.name).join(', ');
  throw new CommandError(`tracker ${command} needs one of: ${names} (not "${word}").\n\n${usage}`, 2);
}

/** @throws CommandError with the usage for an unknown or missing option, too few words, or too many */
function readArguments(
  what: string,
  { positionals: names = [], options = {}, asks }: Form,
  args: readonly string[],
  usage: string,
): Given {
  const { values, positionals } = parse(options, args, usage);
  const needed = names.filter((name) => !/[?*]$/.test(name));
  const max = names.at(-1)?.endsWith('*') === true ? Number.POSITIVE_INFINITY : names.length;
  if (positionals.length < needed.length || positionals.length > max) {
    const takes = names.map(spellPositional);
    throw new CommandError(`${asks ?? `tracker ${what} takes ${takes.join(' ') || 'no arguments'}.`}\n\n${usage}`, 2);
  }
  for (const [name, { required, value }] of Object.entries(options)) {
    const isMissing = required === true && String(values[name] ?? '').trim() === '';
    if (isMissing) throw new CommandError(`tracker ${what} needs --${name} ${value}.\n\n${usage}`, 2);
  }
  return {
    positional: (index) => positionals[index] ?? '',
    option: (name) => {
      const value = values[name];
      // The type says when it cannot be null: by the same table.
      return (typeof value === 'string' ? value : null) as string;
    },
    flag: (name) => values[name] === true,
  };
}

function parse(options: Options, args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], options: parserOptions(options), allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${explainArguments(error, Object.keys(options)) ?? 'Invalid arguments.'}\n\n${usage}`, 2);
  }
}
