import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { ServerProcess } from '../test/server-process.ts';
import type { LoadProcess } from './child.ts';
import { familySeconds, machineSeconds } from './measure.ts';
import type { LoadResult } from './summary.ts';

/** What a server did in one measured stretch. */
export interface Sample extends LoadResult {
  /** Microseconds of CPU a position, of all threads of the server. */
  readonly cpuUs: number;
  /** Of the thread that handles requests alone, in each of its processes. */
  readonly mainUs: number;
  /** Cores that neither the server nor the load used, but others did: what disturbed it. */
  readonly othersCores: number;
}

/** How many positions a second this server takes at this path, and what one costs it. */
export async function samplePositions(
  server: ServerProcess,
  load: LoadProcess,
  given: { readonly path: string; readonly connections: number; readonly isShort?: boolean },
): Promise<Sample> {
  const { path, connections, isShort = false } = given;
  const settings = { kind: 'closed', port: server.port, path, connections } as const;
  await load.run({ ...settings, warmUpMs: isShort ? 200 : 1_000, measureMs: 0 });
  const pids = [server.pid, load.pid];
  const before = { server: familySeconds(server.pid), own: ownSeconds(pids), machine: machineSeconds() };
  const began = performance.now();
  const result = await load.run({ ...settings, warmUpMs: 0, measureMs: isShort ? 500 : 3_000 });
  const seconds = (performance.now() - began) / 1_000;
  const after = familySeconds(server.pid);
  const others = machineSeconds() - before.machine - (ownSeconds(pids) - before.own);
  if (result.failed > 0) throw new Error(`${result.failed} positions were not stored, first: ${result.firstFailure}`);
  if (result.answered === 0) throw new Error('no position was answered');
  await setTimeout(300);
  const { answered } = result;
  const cpuUs = ((after.all - before.server.all) / answered) * 1e6;
  const mainUs = ((after.main - before.server.main) / answered) * 1e6;
  return { ...result, cpuUs, mainUs, othersCores: Math.max(0, others / seconds) };
}

const ownSeconds = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + familySeconds(pid).all, 0);

/** `19.3 k/s 41.2 µs (main 30.1)`. */
export function describeSample({ rate, cpuUs, mainUs }: Sample): string {
  return `${(rate / 1_000).toFixed(1)} k/s ${cpuUs.toFixed(1)} µs (main ${mainUs.toFixed(1)})`;
}

/** With more of the two cores than this gone to others, a server that needs both is measured by what they left. */
const maxOthersCores = 0.5;

/** Whether the machine was too busy with others for these samples to say anything of the server. */
export const areDisturbed = (samples: readonly Sample[]) => meanOthers(samples) > maxOthersCores;

const meanOthers = (samples: readonly Sample[]) =>
  samples.reduce((sum, { othersCores }) => sum + othersCores, 0) / samples.length;

/** How busy others kept the machine meanwhile. */
export function describeNoise(samples: readonly Sample[]): string {
  return `others used ${meanOthers(samples).toFixed(2)} cores, load of the machine ${loadavg()[0]?.toFixed(1)}`;
}

/** A turn that does not count: the first seconds of a server are slower by far, as its code is compiled and every flight is read. */
export const firstTurn = 0;

/**
 * Takes each sample once, in the given order in one round and in the opposite one in the next: what grows slower or
 * faster meanwhile favours none of them.
 * @param round - from 1, or `firstTurn`
 */
export async function byTurns<T extends Readonly<Record<string, unknown>>>(
  round: number,
  samples: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const names = Object.keys(samples);
  const taken: [string, unknown][] = [];
  for (const name of round % 2 === 1 ? names : names.toReversed()) taken.push([name, await samples[name]?.()]);
  return Object.fromEntries(taken) as T;
}
