import type { Command, FormWords } from '../command.ts';
import { globalOptions } from '../global-options.ts';
import type { Options } from '../options.ts';

/** What can follow the words of a command, from the same table as the parser and the help. */
export interface CompletionCase {
  readonly command: string;
  readonly summary: string;
  /** Second words; empty where the command has one form. */
  readonly forms: readonly FormCase[];
  /** The form that is meant without a second word. */
  readonly first: FormCase;
}

export interface FormCase {
  readonly name: string;
  readonly options: Options;
  /** Whether files and folders are among the words that follow. */
  readonly takesFiles: boolean;
}

export function completionCases(commands: readonly Command[]): readonly CompletionCase[] {
  return commands.map(({ name, summary, forms }) => {
    const cases = forms.map(toCase);
    const [first] = cases;
    if (first === undefined) throw new Error(`${name} has no form`);
    return { command: name, summary, forms: cases.filter((each) => each.name !== ''), first };
  });
}

function toCase({ name = '', positionals = [], options = {} }: FormWords): FormCase {
  return { name, options, takesFiles: positionals.some((each) => /^(?:FILE|FOLDER|PATH)\b/.test(each)) };
}

/** `--airline`, and those of every command. */
export function optionWords(options: Options): readonly string[] {
  return [...Object.keys(options), ...Object.keys(globalOptions)].map((name) => `--${name}`);
}

/** Options that are followed by a value, of all commands: after one no other word is completed. */
export function optionsWithValue(cases: readonly CompletionCase[]): readonly string[] {
  const all = [globalOptions, ...cases.flatMap(({ first, forms }) => [first, ...forms].map(({ options }) => options))];
  const names = all.flatMap((options: Options) =>
    Object.entries(options).flatMap(([name, { value }]) => (value === undefined ? [] : [`--${name}`])),
  );
  return [...new Set(names)];
}
