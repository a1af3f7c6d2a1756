import cluster from 'node:cluster';
import { once } from 'node:events';
import { type Config, ConfigError } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/log.ts';
import type { Part } from '../server/processes/part.ts';
import { ready, Supervisor, stopNow } from '../server/processes/supervisor.ts';
import { stopSignal } from './stop-signal.ts';

/** Maximum number of processes: one for each partition. */
const most = 64;

/** Returns the number given by `--processes`; null when it is not given. @throws ConfigError */
export function readProcesses(given: string | null): number | null {
  if (given === null) return null;
  const count = /^\d+$/.test(given) ? Number(given) : 0;
  if (count >= 1 && count <= most) return count;
  throw new ConfigError([`--processes is ${JSON.stringify(given)}: it must be a whole number from 1 to ${most}.`]);
}

/** Returns which part of the pilots this process has, if it is one that `serveProcesses` started; else null. */
export async function receivePart(): Promise<Part | null> {
  if (!cluster.isWorker) return null;
  // The process that started this one says when to stop: a terminal sends its signals to both.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  const [part] = (await once(process, 'message')) as [Part];
  return part;
}

/** Settles when the process that started this one sends the message to stop. */
export async function stopMessage(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('message', (message) => message === stopNow && resolve());
  await promise;
}

/** Tells the process that started this one that it serves. */
export function tellReady(): void {
  process.send?.(ready);
}

/** Serves in several processes until the signal to stop; returns the exit code. */
export async function serveProcesses({ processes, passedSockets, logLevel, journal }: Config): Promise<number> {
  if (process.platform === 'win32' || journal !== null)
    throw new ConfigError([
      journal === null
        ? 'Several processes are not possible on Windows: set TRACKER_PROCESSES to 1.'
        : 'Processes have a journal in a file each: remove --processes, or TRACKER_JOURNAL.',
    ]);
  const stop = stopSignal();
  const log = createLogger({ level: logLevel });
  const supervisor = new Supervisor({ count: processes, passedSockets, clock: systemClock, log });
  const passOn = () => supervisor.signal('SIGHUP');
  process.on('SIGHUP', passOn);
  try {
    const started = supervisor.start().then((serves) => serves && log.info({ processes }, 'every process serves'));
    const failed = await Promise.race([
      supervisor.failed,
      started.then(() => stop).then(() => null),
      stop.then(() => null),
    ]);
    return failed ?? 0;
  } finally {
    process.off('SIGHUP', passOn);
    await supervisor.stop();
  }
}
