import type { BenchOptions } from './bench-options.ts';
import type { Goal } from './goal.ts';
import { benchCalls } from './hosting/calls.ts';
import { benchMemory } from './hosting/memory.ts';
import { openHosted } from './hosting/packed.ts';
import { benchStart } from './hosting/start.ts';
import { benchViewers } from './hosting/viewers.ts';

/**
 * H1 to H5: a server on a shared host, started by the site's PHP from the packed program: what it takes of an account's memory, threads and
 * processor. H6 and H7 need a phpVMS 7 that was set up through its folder, by its address (`--site`).
 */
export async function benchHosting(options: BenchOptions): Promise<readonly Goal[]> {
  const { rounds, only, isShort, note } = options;
  const site = options.site?.replace(/\/+$/, '') ?? null;
  const isAsked = (...names: readonly string[]) => only.length === 0 || names.some((name) => only.includes(name));
  const goals: Goal[] = [];
  if (isAsked('H1', 'H2', 'H3', 'H4', 'H5')) {
    if (!isShort) note('packing the program …');
    await using hosted = await openHosted(isShort);
    if (isAsked('H4')) goals.push(await benchStart(hosted, isShort ? 0 : rounds, note));
    if (isAsked('H1', 'H2', 'H3', 'H5')) goals.push(...(await benchMemory(hosted, isShort, note)));
    if (isAsked('H5')) goals.push(await benchViewers(hosted, rounds, note));
  }
  if (site !== null && isAsked('H6', 'H7')) goals.push(...(await benchCalls(site, rounds, note)));
  else if (isAsked('H6', 'H7') && !isShort)
    note('H6 and H7 were NOT measured: they need a phpVMS 7 that was set up through its folder, --site URL');
  return goals;
}
