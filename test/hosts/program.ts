import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { until } from '../until.ts';
import { accepts } from './ports.ts';

/**
 * Starts a server in the foreground and waits until it listens. Disposing ends it with its workers (`SIGTERM`, which a
 * master passes on; `SIGKILL` would leave them behind).
 * @param about - the port or unix socket it will listen on, and the log that tells why it did not
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  about: { readonly address: number | string; readonly log: string },
): Promise<AsyncDisposable> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const exit = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await exit;
  };
  const otherwise = async () => {
    await stop();
    return `${program} did not start: ${said}${await readFile(about.log, 'utf8').catch(String)}`;
  };
  await until(() => accepts(about.address), { isLost: () => child.exitCode !== null, otherwise });
  return { [Symbol.asyncDispose]: stop };
}
