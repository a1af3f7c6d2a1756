import { inspect } from 'node:util';
import { type Config, loadConfig, type Overrides } from '../config/config.ts';
import { didYouMean } from '../lib/nearest.ts';
import { packageVersion } from '../lib/version.ts';
import { locateData } from '../server/data-directory.ts';
import { leaveRoot } from '../server/identity.ts';
import { readPlace } from '../server/place/place.ts';
import { type Command, CommandError } from './command.ts';
import { describeError, errorDocument } from './error-report.ts';
import { type GlobalValues, takeGlobal, wantsJson } from './global-options.ts';
import { usageOf } from './help.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/**
 * Runs the command that the arguments name. An error is printed as one message on standard error; with `--json` as
 * `{"error":{"message","code"}}` on standard output, so that there is always one document there.
 * @returns the exit code
 * @throws anything that no person can fix, which is a bug, once its stack is printed
 */
export async function runTracker(argv: readonly string[], terminal: Terminal = openTerminal()): Promise<number> {
  try {
    return await run(argv, terminal);
  } catch (error) {
    const report = describeError(error);
    if (report === null) terminal.err(inspect(error));
    const shown = report ?? { message: 'Internal error; see standard error.', code: 'internal', details: {} };
    if (wantsJson(argv)) terminal.out(errorDocument(shown));
    else if (report !== null) terminal.err(report.message);
    if (report === null) throw error;
    return report.exitCode;
  }
}

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { values, rest } = takeGlobal(argv);
  const [name, ...args] = rest;
  const say = (what: string, text: string) => {
    terminal.out(values.json === true ? JSON.stringify({ [what]: text }) : text);
    return 0;
  };
  if (values.version === true) return say('version', packageVersion());
  // A server that was killed is back sooner without the modules of all other commands.
  if (name === 'serve' && values.help !== true)
    return runCommand((await import('./serve.ts')).command, args, values, terminal);
  // Cron asks each minute.
  if (name === 'keep' && values.help !== true)
    return runCommand((await import('./keep.ts')).command, args, values, terminal);
  const { commands } = await import('./commands.ts');
  const command = commands.find((each) => each.name === name);
  if (command === undefined && (values.help === true || name === undefined)) return say('help', usageOf(commands));
  if (command === undefined) throw unknown(name ?? '', commands);
  if (values.help === true) return say('help', command.usage);
  return runCommand(command, args, values, terminal);
}

async function runCommand(
  command: Command,
  args: readonly string[],
  values: GlobalValues,
  { environment, ...terminal }: Terminal,
): Promise<number> {
  const place = values.place === undefined ? undefined : readPlace(values.place);
  const overrides: Overrides = {
    ...place?.overrides,
    ...(values.data !== undefined && { data: values.data }),
    ...(values['crew-center'] !== undefined && { crewCenter: values['crew-center'] }),
    ...(values.listen !== undefined && { listen: values.listen }),
  };
  const config = loadConfig(environment, overrides);
  await using _paused = command.stopsServer?.(args) === true ? await pauseService(config, terminal) : null;
  if (command.actsForOwner !== true) leaveRoot(config, command.mayMakeData?.(args) === true);
  const json = values.json === true;
  return await command.run(args, {
    ...terminal,
    json,
    dataDirectory: await locateData(config),
    config,
    place,
  });
}

/** Loaded when it is needed: not by each start of the server. */
async function pauseService(config: Config, { err }: Pick<Terminal, 'err'>): Promise<AsyncDisposable | null> {
  return await (await import('./paused-service.ts')).pauseService(config, err);
}

function unknown(name: string, commands: readonly Command[]): CommandError {
  const names = commands.map((each) => each.name);
  return new CommandError(`There is no command "${name}".${didYouMean(name, names)} See: tracker --help`, 2, {
    code: 'unknown-command',
  });
}
