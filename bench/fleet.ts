import type { BenchOptions } from './bench-options.ts';
import { benchBytes } from './fleet/bytes.ts';
import { benchEndurance } from './fleet/endurance.ts';
import { type Fleet, openFleet } from './fleet/fleet.ts';
import { benchLatency, benchSlowDisk } from './fleet/latency.ts';
import { benchMemory } from './fleet/memory.ts';
import { benchRestart } from './fleet/restart.ts';
import { benchWrites } from './fleet/writes.ts';
import type { Goal } from './goal.ts';

const parts: Readonly<Record<string, (fleet: Fleet) => Promise<Goal | readonly Goal[]>>> = {
  P3a: benchLatency,
  P3b: benchSlowDisk,
  P6a: benchEndurance,
  P6b: benchRestart,
  P7ab: benchBytes,
  P7c: benchWrites,
  P8: benchMemory,
};

/** P3a, P3b, P6a, P6b, P7a–c and P8: a fleet of ten thousand flights, day in day out. `only` picks some of them. */
export async function benchFleet({ only, minutes, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const names = only.length === 0 ? Object.keys(parts) : only;
  const unknown = names.filter((name) => parts[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);
  await using fleet = await openFleet({ minutes, isShort, note });
  const goals: Goal[] = [];
  for (const name of names) {
    note(`${name} …`);
    goals.push(...[(await parts[name]?.(fleet)) ?? []].flat());
  }
  return goals;
}
