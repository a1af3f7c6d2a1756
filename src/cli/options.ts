import type { ParseArgsOptionDescriptor } from 'node:util';

/** What may follow as `--name`. The same entry reads it and writes its lines of `--help`. */
export interface Option {
  /** What the value is called (`FILE`); without one the option is a flag. */
  readonly value?: string;
  /** One or more lines of `--help`; without it the option stands in the first lines only. */
  readonly about?: string;
  readonly default?: string;
  readonly short?: string;
  /** The command does nothing without it. */
  readonly required?: true;
}

export type Options = Readonly<Record<string, Option>>;

/** The table as `util.parseArgs` takes it. */
export function parserOptions(options: Options): Record<string, ParseArgsOptionDescriptor> {
  const entries = Object.entries(options).map(([name, { value, default: usual, short }]) => [
    name,
    {
      type: value === undefined ? 'boolean' : 'string',
      ...(usual !== undefined && { default: usual }),
      ...(short !== undefined && { short }),
    },
  ]);
  return Object.fromEntries(entries);
}
