import assert from 'node:assert/strict';
import { CommandError } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands.ts';
import { runTracker } from '../src/cli/dispatch.ts';
import { type Environment, loadConfig } from '../src/config/config.ts';
import { isRefusal } from '../src/tracking/refusals.ts';

export const configOf = (data: string) =>
  loadConfig({ TRACKER_LOG_LEVEL: 'silent', TRACKER_LISTEN: '127.0.0.1:0' }, { data });

/** Runs a command on this data directory: what is printed, and the exit code; what `main.ts` explains in words is the message. */
export async function tracker(data: string, ...words: readonly string[]): Promise<{ code: number; text: string }> {
  const [name, ...args] = words.filter((word) => word !== '--json');
  const command = commands.find((each) => each.name === name);
  assert.ok(command !== undefined);
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  const json = words.includes('--json');
  const io = {
    out: print,
    err: print,
    json,
    isTerminal: false,
    columns: null,
    dataDirectory: data,
    config: configOf(data),
  };
  try {
    return { code: await command.run(args, io), text: lines.join('\n') };
  } catch (error) {
    if (error instanceof CommandError) return { code: error.exitCode, text: error.message };
    if (isRefusal(error)) return { code: 1, text: error.message };
    throw error;
  }
}

/** Runs a whole command line as `main.ts` does, with what is printed on each side. */
export async function run(
  argv: readonly string[],
  { columns = null, environment = {} }: { readonly columns?: number | null; readonly environment?: Environment } = {},
): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runTracker(argv, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    isTerminal: columns !== null,
    columns,
    environment: { TRACKER_LOG_LEVEL: 'silent', TRACKER_LISTEN: '127.0.0.1:0', ...environment },
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
