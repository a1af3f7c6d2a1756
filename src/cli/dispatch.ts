import { inspect } from 'node:util';
import { ConfigError, loadConfig, type Overrides, readEnvironment } from '../config/config.ts';
import { DataDirectoryError } from '../journal/directory.ts';
import { DatabaseFileError } from '../lib/database-file.ts';
import { NewerDataError } from '../lib/migrations.ts';
import { printable } from '../lib/printable.ts';
import { packageVersion } from '../lib/version.ts';
import { CrewCenterError } from '../platform/crew-center.ts';
import { locateData } from '../server/data-directory.ts';
import { leaveRoot } from '../server/identity.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { type Command, CommandError } from './command.ts';
import { commands } from './commands.ts';
import { nearest } from './did-you-mean.ts';
import { type GlobalValues, takeGlobal } from './global-options.ts';
import { usageOf } from './help.ts';

/**
 * Runs the command that the arguments name.
 * @returns the exit code; what a person can mend is said in words
 * @throws anything else, which is a bug, once its stack is printed
 */
export async function runTracker(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    complain(isExpected(error) ? error.message : inspect(error));
    if (!isExpected(error)) throw error;
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const { values, rest } = takeGlobal(argv);
  const [name, ...args] = rest;
  if (values.version === true) return say(packageVersion());
  const command = commands.find((each) => each.name === name);
  if (command === undefined) return values.help === true || name === undefined ? say(usageOf(commands)) : unknown(name);
  if (values.help === true) return say(command.usage);
  return runCommand(command, args, values);
}

async function runCommand(command: Command, args: readonly string[], values: GlobalValues): Promise<number> {
  const overrides: Overrides = {
    ...(values.data !== undefined && { data: values.data }),
    ...(values['crew-center'] !== undefined && { crewCenter: values['crew-center'] }),
    ...(values.listen !== undefined && { listen: values.listen }),
  };
  const config = loadConfig(readEnvironment(), overrides);
  if (command.actsForOwner !== true) leaveRoot(config, command.mayMakeData?.(args) === true);
  return await command.run(args, {
    out: (text) => console.log(printable(text)),
    err: complain,
    json: values.json === true,
    isTerminal: process.stdout.isTTY === true,
    dataDirectory: await locateData(config),
    config,
  });
}

/** Errors whose message says what to mend. */
const expected = [CommandError, ConfigError, CrewCenterError, DataDirectoryError, DatabaseFileError, NewerDataError];

function isExpected(error: unknown): error is Error {
  return isRefusal(error) || expected.some((kind) => error instanceof kind);
}

function complain(text: string): void {
  console.error(printable(text));
}

function say(text: string): number {
  console.log(text);
  return 0;
}

function unknown(name: string): number {
  const meant = nearest(
    name,
    commands.map((each) => each.name),
  );
  complain(`There is no command "${name}". ${meant === null ? '' : `Did you mean "${meant}"? `}See: tracker --help`);
  return 2;
}
