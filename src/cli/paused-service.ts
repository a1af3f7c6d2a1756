import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { lockFile } from '../journal/directory.ts';
import { commandThatStops, serviceThatOpened } from '../lib/service-of.ts';
import { isRoot } from '../platform/site/owner.ts';
import { CommandError } from './command.ts';

/** For the help of commands that need the data directory alone. */
export const stopped =
  'A server that runs as a service is stopped for it and started again: run it with sudo. Stop another one yourself.';

/**
 * Stops the service that serves the configured data directory, with its socket, and starts it again when disposed. Does
 * nothing where no service does: the command itself then finds out whether another process is in the way. Beside a crew center whose
 * data directory is not named, that is found with the rights of its owner, who may not stop a service.
 * @throws CommandError for a user who may not stop it
 */
export async function pauseService(
  { dataDirectory, crewCenter }: Config,
  say: (text: string) => void,
  find = serviceThatOpened,
): Promise<AsyncDisposable | null> {
  if (dataDirectory.kind !== 'given' && crewCenter.kind !== 'embedded') return null;
  const service = find(join(dataDirectory.path, lockFile));
  if (service === null) return null;
  if (!isRoot())
    throw new CommandError(
      `${dataDirectory.path} is in use by ${service.unit}. Run this with sudo: it stops the service and starts it again. Or stop it yourself: sudo ${commandThatStops(service)}`,
    );
  const units = [...service.sockets, service.unit];
  // Before the rights of root are given up. It also starts them when this process is killed, because the pipe ends then.
  const starter = startAtTheEnd(units);
  say(`Stopping ${units.join(' and ')}.`);
  const { status, stderr } = spawnSync('systemctl', ['stop', ...units], { encoding: 'utf8' });
  if (status !== 0) say(stderr.trim());
  return {
    async [Symbol.asyncDispose]() {
      say(`Starting ${units.join(' and ')} again.`);
      starter.stdin?.end();
      const [code] = await once(starter, 'exit');
      if (code !== 0) say(`It was not started: systemctl status ${service.unit}`);
    },
  };
}

function startAtTheEnd(units: readonly string[]): ChildProcess {
  const script = 'read -r _; exec systemctl start "$@"';
  // In a group of its own, so that Ctrl-C does not reach it.
  return spawn('sh', ['-c', script, 'sh', ...units], { stdio: ['pipe', 'ignore', 'inherit'], detached: true });
}
