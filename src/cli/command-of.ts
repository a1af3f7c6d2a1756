import { parseArgs } from 'node:util';
import { didYouMean } from '../lib/nearest.ts';
import { type Command, CommandError } from './command.ts';
import { explainArguments } from './did-you-mean.ts';
import { describeError } from './error-report.ts';
import type { Form, Given } from './form.ts';
import { type About, formName, helpOf, spellPositional } from './help.ts';
import { type Options, parserOptions } from './options.ts';

/** Creates a command from its forms; the first form is the default. */
export function commandOf(about: About, forms: readonly Form[]): Command {
  return {
    ...about,
    usage: helpOf(about, forms),
    forms,
    mayMakeData: (args) => choose(about.name, forms, args).form.withoutData === true,
    stopsServer(args) {
      const { form: chosen, rest } = choose(about.name, forms, args);
      return chosen.stopsServer?.(readArguments(about.name, chosen, rest)) === true;
    },
    async run(args, io) {
      const { form: chosen, rest } = choose(about.name, forms, args);
      const given = readArguments(about.name, chosen, rest);
      // Both load the server: `keep`, which cron starts each minute, needs neither.
      if (chosen.withoutData !== true) (await import('./existing-data.ts')).requireData(io);
      // Loaded before the act: what is changed must have its entry.
      const reach = chosen.done === undefined ? null : await import('./reach.ts');
      const code = await chosen.run(given, io).catch((error: unknown) => {
        throw withList(error, about.name, forms);
      });
      if (chosen.done !== undefined) await reach?.saveAudit(io, chosen.done(given));
      return code;
    },
  };
}

/** @throws CommandError for an unknown second word */
function choose(command: string, forms: readonly Form[], args: readonly string[]) {
  const [first] = forms;
  if (first === undefined) throw new Error(`${command} has no form`);
  const [word] = args;
  if (first.name === undefined || word === undefined || word.startsWith('-')) return { form: first, rest: args };
  const named = forms.find((each) => each.name === word);
  if (named !== undefined) return { form: named, rest: args.slice(1) };
  const names = forms.flatMap((each) => each.name ?? []);
  throw invalid(
    command,
    `tracker ${command} needs one of: ${names.join(', ')} (not "${word}").${didYouMean(word, names)}`,
  );
}

/** Adds to an error about something that does not exist how to list what does. */
function withList(error: unknown, command: string, forms: readonly Form[]): unknown {
  const report = describeError(error);
  if (report === null || !report.code.endsWith('not-found') || report.message.includes('tracker ')) return error;
  if (!forms.some(({ name }) => name === 'list')) return error;
  const { message, exitCode, code, details } = report;
  return new CommandError(`${message} See: tracker ${command} list`, exitCode, { code, details });
}

/** One line, with the way to the rest. */
function invalid(command: string, message: string): CommandError {
  return new CommandError(`${message} See: tracker ${command} --help`, 2);
}

/** @throws CommandError for an unknown or missing option, too few words, or too many */
function readArguments(command: string, chosen: Form, args: readonly string[]): Given {
  const { positionals: names = [], options = {}, asks } = chosen;
  const what = formName(command, chosen);
  const { values, positionals } = parse(command, options, args);
  const needed = names.filter((name) => !/[?*]$/.test(name));
  const max = names.at(-1)?.endsWith('*') === true ? Number.POSITIVE_INFINITY : names.length;
  if (positionals.length < needed.length || positionals.length > max) {
    const takes = names.map(spellPositional);
    throw invalid(command, asks ?? `tracker ${what} takes ${takes.join(' ') || 'no arguments'}.`);
  }
  for (const [name, { required, value }] of Object.entries(options)) {
    const isMissing = required === true && String(values[name] ?? '').trim() === '';
    if (isMissing) throw invalid(command, `tracker ${what} needs --${name} ${value}.`);
  }
  return {
    positional: (index) => positionals[index] ?? '',
    option: (name) => {
      const value = values[name];
      // The type is derived from the same table: it says when the value cannot be null.
      return (typeof value === 'string' ? value : null) as string;
    },
    flag: (name) => values[name] === true,
  };
}

function parse(command: string, options: Options, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: parserOptions(options), allowPositionals: true });
  } catch (error) {
    throw invalid(command, explainArguments(error, Object.keys(options)) ?? 'Invalid arguments.');
  }
}
