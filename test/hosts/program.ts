import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { until } from '../until.ts';
import { accepts } from './ports.ts';

export interface Program extends AsyncDisposable {
  /** Of its first process, which starts the others. */
  readonly pid: number;
}

/**
 * Starts a server in the foreground and waits until it listens. Disposing kills it with its workers: asked kindly, some wait for
 * their visitors to leave.
 * @param about - the port or unix socket it will listen on, and the log that tells why it did not
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  about: { readonly address: number | string; readonly log: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Program> {
  // A group of its own, which holds its workers too. Apache ends the whole group that it is in.
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    env: { ...process.env, ...about.env },
  });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const exit = once(child, 'exit');
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    kill();
    await exit;
  };
  const otherwise = async () => {
    await stop();
    return `${program} did not start: ${said}${await readFile(about.log, 'utf8').catch(String)}`;
  };
  await until(() => accepts(about.address), { isLost: () => child.exitCode !== null, otherwise });
  return { pid: Number(child.pid), [Symbol.asyncDispose]: stop };
}
