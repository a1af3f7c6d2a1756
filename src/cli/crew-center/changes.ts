import { CommandError } from '../command.ts';
import type { Given } from '../form.ts';
import type { Options } from '../options.ts';

/**
 * Returns the options that were given, by name; null for the others.
 * @throws CommandError when none was: there is nothing to change
 */
export function readChanges<N extends string>(
  given: Given,
  options: Readonly<Record<N, Options[string]>>,
): Readonly<Record<N, string | null>> {
  const names = Object.keys(options) as N[];
  const changes = Object.fromEntries(names.map((name) => [name, given.option(name)])) as Record<N, string | null>;
  if (names.some((name) => changes[name] !== null)) return changes;
  throw new CommandError(`Give what to change: ${names.map((name) => `--${name}`).join(', ')}`, 2);
}

/** Names of the options that were given, for the audit log, which does not keep what is personal. */
export function namesOfChanges(given: Given, options: Options): string {
  return Object.keys(options)
    .filter((name) => given.option(name) !== null)
    .join(', ');
}
