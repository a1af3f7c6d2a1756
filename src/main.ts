import { inspect, parseArgs } from 'node:util';
import { type Command, CommandError, type CommandIo } from './cli/command.ts';
import { commands } from './cli/commands.ts';
import { explainArguments, nearest } from './cli/did-you-mean.ts';
import { usageOf } from './cli/usage.ts';
import { ConfigError, loadConfig, type Overrides, readEnvironment } from './config.ts';
import { DataDirectoryError } from './journal/directory.ts';
import { DatabaseFileError } from './lib/database-file.ts';
import { NewerDataError } from './lib/migrations.ts';
import { printable } from './lib/printable.ts';
import { packageVersion } from './lib/version.ts';
import { CrewCenterError } from './platform/crew-center.ts';
import { locateData } from './server/data-directory.ts';
import { leaveRoot } from './server/identity.ts';
import { isRefusal } from './tracking/refusals.ts';

/** Options that every command takes, before or after its name. */
const globalOptions = {
  data: { type: 'string' },
  'crew-center': { type: 'string' },
  listen: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

async function run(argv: readonly string[]): Promise<number> {
  const { values, rest } = splitGlobal(argv);
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
  try {
    const config = loadConfig(readEnvironment(), overrides);
    if (command.actsForOwner !== true) leaveRoot(config);
    const io: CommandIo = {
      out: (text) => console.log(printable(text)),
      err: complain,
      json: values.json === true,
      isTerminal: process.stdout.isTTY === true,
      dataDirectory: await locateData(config),
      config,
    };
    return await command.run(args, io);
  } catch (error) {
    return explain(error, command);
  }
}

/** What a person can mend is said in words; anything else is a bug and shows its stack. */
function explain(error: unknown, command: Command): number {
  if (isExpected(error)) {
    complain(error.message);
    return error instanceof CommandError ? error.exitCode : 1;
  }
  const wrongArguments = explainArguments(error, command.usage);
  if (wrongArguments !== null) {
    complain(`${wrongArguments}\nSee: tracker ${command.name} --help`);
    return 2;
  }
  throw error;
}

/** Errors whose message says what to mend. */
const expected = [CommandError, ConfigError, CrewCenterError, DataDirectoryError, DatabaseFileError, NewerDataError];

function isExpected(error: unknown): error is Error {
  return isRefusal(error) || expected.some((kind) => error instanceof kind);
}

interface GlobalValues {
  readonly data?: string | undefined;
  readonly 'crew-center'?: string | undefined;
  readonly listen?: string | undefined;
  readonly json?: boolean | undefined;
  readonly help?: boolean | undefined;
  readonly version?: boolean | undefined;
}

/** Takes the global options out, wherever they stand before `--`; the rest is the command's. */
function splitGlobal(argv: readonly string[]): { readonly values: GlobalValues; readonly rest: readonly string[] } {
  const { tokens } = parseArgs({
    args: [...argv],
    options: globalOptions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const taken = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(globalOptions, token.name)) continue;
    const { type } = globalOptions[token.name as keyof typeof globalOptions];
    if (type === 'string' && token.value === undefined) continue;
    values[token.name] = type === 'string' ? String(token.value) : true;
    taken.add(token.index);
    if (token.inlineValue === false) taken.add(token.index + 1);
  }
  return { values, rest: argv.filter((_, index) => !taken.has(index)) };
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

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  complain(inspect(error));
  process.exit(1);
}
