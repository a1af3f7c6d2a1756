import { nearest } from '../lib/nearest.ts';
import { table } from '../lib/table.ts';
import { globalOptions } from './global-options.ts';

/** Words that people try for options with another name. */
const otherNames = table<string>({
  port: 'listen',
  host: 'listen',
  bind: 'listen',
  address: 'listen',
  directory: 'data',
  folder: 'data',
});

/** Returns the message for an unknown option of a command; `own` are the command's options. */
export function unknownOption(option: string, own: readonly string[]): string {
  const known = [...own, ...Object.keys(globalOptions)];
  const near = nearest(option, [...known, ...Object.keys(otherNames)]);
  const meant = near === null || known.includes(near) ? near : (otherNames[near] ?? near);
  return `There is no option --${option}.${meant === null ? '' : ` Did you mean --${meant}?`}`;
}

/** Returns the message of an error of `util.parseArgs`, improved for unknown options; null for another error. */
export function explainArguments(error: unknown, own: readonly string[]): string | null {
  if (!(error instanceof Error) || !('code' in error) || !String(error.code).startsWith('ERR_PARSE_ARGS')) return null;
  const option = /^Unknown option '--([^']+)'/.exec(error.message)?.[1];
  // Its messages have several lines, the first of which says what is wrong.
  return option === undefined ? `${error.message.split('\n', 1)[0]?.replace(/\.?$/, '.')}` : unknownOption(option, own);
}
