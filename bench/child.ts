import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClosedLoad } from './closed-load.ts';
import type { OpenLoad, OpenLoadResult } from './open-load.ts';
import type { LoadResult } from './summary.ts';
import type { Watch, Watched } from './viewers-process.ts';

/** A process of the bench; disposing ends it. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
}

export interface Server extends Child {
  readonly port: number;
}

export interface LoadProcess extends Child {
  run(load: OpenLoad): Promise<OpenLoadResult>;
  run(load: ClosedLoad | OpenLoad): Promise<LoadResult>;
}

/** A server of the bench that tells its port as a message. */
export async function forkServer(file: string, args: readonly string[] = []): Promise<Server> {
  // What it prints is of no interest; its errors are.
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { port, ...ended(child) };
}

/** `tracker serve` as it is shipped, with its default settings, on a port that the system chooses. */
export async function serve(directory: string, env: Readonly<Record<string, string>> = {}): Promise<Server> {
  const tracker = join(import.meta.dirname, '../bin/tracker.js');
  const args = [tracker, 'serve', '--data', directory, '--listen', '127.0.0.1:0'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    const port = /ready at https?:\/\/[^:/]+:(\d+)/.exec(output)?.[1];
    if (port === undefined) continue;
    // Unlike resume(), this reads on once the loop has let go of the stream.
    child.stdout.on('data', () => undefined);
    return { port: Number(port), ...ended(child) };
  }
  throw new Error(`the server did not start: ${output}`);
}

/**
 * @param isSpread - whether the flights are all over the world, each on a course of its own
 * @param pirepIds - of the flights, where their tokens do not say them
 */
export async function startLoad(
  tokens: readonly string[],
  isSpread = false,
  pirepIds?: readonly string[],
): Promise<LoadProcess> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  child.send({ tokens, isSpread, pirepIds });
  await once(child, 'message');
  return {
    async run(load: ClosedLoad | OpenLoad) {
      child.send(load);
      const [result] = (await once(child, 'message')) as [OpenLoadResult];
      return result;
    },
    ...ended(child),
  };
}

export interface Viewers extends Child {
  measure(ms: number): Promise<Watched>;
}

/** So many who watch the map; settles when each has its first snapshot. */
export async function startViewers(watch: Watch): Promise<Viewers> {
  const child = fork(join(import.meta.dirname, 'viewers-process.ts'));
  child.send(watch);
  await once(child, 'message');
  return {
    async measure(measureMs) {
      child.send({ measureMs });
      const [result] = (await once(child, 'message')) as [Watched];
      return result;
    },
    ...ended(child),
  };
}

function ended(child: ChildProcess): Child {
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await exit;
      clearTimeout(force);
    },
  };
}
