import type { ParseArgsOptionDescriptor } from 'node:util';

/** An option `--name`: the same entry is used to parse it and for `--help`. */
export interface Option {
  /** Name of the value (`FILE`); an option without one is a flag. */
  readonly value?: string;
  /** One or more lines of `--help`; without it the option appears only in the synopsis. */
  readonly about?: string;
  readonly default?: string;
  readonly short?: string;
  /** Whether the option is required. */
  readonly required?: true;
}

export type Options = Readonly<Record<string, Option>>;

/** Converts the table for `util.parseArgs`. */
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
