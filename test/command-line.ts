import assert from 'node:assert/strict';
import { CommandError } from '../src/cli/command.ts';
import { commands } from '../src/cli/commands.ts';
import { loadConfig } from '../src/config/config.ts';
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
  const io = { out: print, err: print, json, isTerminal: false, dataDirectory: data, config: configOf(data) };
  try {
    return { code: await command.run(args, io), text: lines.join('\n') };
  } catch (error) {
    if (error instanceof CommandError) return { code: error.exitCode, text: error.message };
    if (isRefusal(error)) return { code: 1, text: error.message };
    throw error;
  }
}
