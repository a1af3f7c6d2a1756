import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { native } from '../src/client/wires/native.ts';
import { builtProgram } from '../test/built-program.ts';
import { ServerProcess } from '../test/server-process.ts';
import type { ClosedLoad } from './closed-load.ts';
import { timed } from './measure.ts';
import type { OpenLoad, OpenLoadResult } from './open-load.ts';
import type { LoadResult } from './summary.ts';
import type { Watch, Watched } from './viewers-process.ts';

/** A process of the bench; disposing ends it. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
}

export interface LoadProcess extends Child {
  run(load: OpenLoad): Promise<OpenLoadResult>;
  run(load: ClosedLoad | OpenLoad): Promise<LoadResult>;
}

let ownProgram = join(import.meta.dirname, '..');

/** From now on `serve` starts what tests build of this checkout: a start takes a third of the processor time. For short rounds. */
export async function serveBuilt(): Promise<void> {
  ownProgram = dirname(dirname((await builtProgram()).launcher));
}

/**
 * `tracker serve` as it is shipped, with its default settings.
 * @param root - folder of the program that serves; this checkout where none is said
 */
export function serve(
  directory: string,
  env: Readonly<Record<string, string>> = {},
  root = ownProgram,
): Promise<ServerProcess> {
  const program = [join(root, 'bin/tracker.js'), 'serve'] as const;
  return ServerProcess.open({ program, env: { ...env, TRACKER_DATA: directory } });
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
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** What pilots noticed, and how many cores the server used. */
export interface FlownBeside {
  readonly result: LoadResult;
  readonly cores: number;
}

/** So many flights report 400 positions a second for a while, in milliseconds, while something else goes on. @throws Error where one is refused */
export async function flyBeside(
  server: ServerProcess,
  load: LoadProcess,
  flights: number,
  beside: () => Promise<void> = async () => {},
  measureMs = 6_000,
): Promise<FlownBeside> {
  const settings = { kind: 'open', port: server.port, path: native.report({}).path, flights } as const;
  const flown = await timed(server.pid, async () => {
    const running = load.run({ ...settings, positionsPerSecond: 400, warmUpMs: 500, measureMs });
    await beside();
    return await running;
  });
  const { failed, unanswered, firstFailure } = flown.result;
  if (failed + unanswered > 0) throw new Error(`${failed} refused, ${unanswered} unanswered: ${firstFailure}`);
  return flown;
}

/** Files the flight of this session. @throws Error where that is refused */
export async function fileFlight(port: number, token: string): Promise<void> {
  const { path, body } = native.finish({ flight_time: 60, distance: 300, fuel_used: 4_000, landing_rate: -200 });
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the PIREP was not filed: ${response.status} ${text}`);
}
