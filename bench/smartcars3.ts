import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { smartcarsPath } from './position-body.ts';
import { nativePath, samplePositions } from './positions.ts';

const flightCount = 4_096;
const aim = {
  goal: 'S1',
  what: 'updates of smartCARS 3 ÷ native positions, 256 connections',
  kind: 'at least',
  aim: 0.8,
  short: 0.75,
} as const satisfies Aim;

/** S1: one server as shipped takes native positions and updates of smartCARS 3 by turns. */
export async function benchSmartcars3({ rounds, note }: BenchOptions): Promise<readonly Goal[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-bench-'));
  try {
    note(`writing ${flightCount} open flights`);
    const tokens = await writeFixture(directory, flightCount);
    await using server = await serve(directory);
    await using load = await startLoad(tokens);
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const own = await samplePositions(server, load, { path: nativePath, connections: 256 });
      const theirs = await samplePositions(server, load, { path: smartcarsPath, connections: 256 });
      ratios.push(theirs.rate / own.rate);
      const say = ({ rate, cpuUs }: typeof own) => `${(rate / 1_000).toFixed(1)} k/s ${cpuUs.toFixed(1)} µs`;
      note(`round ${round}: native ${say(own)} · smartcars3 ${say(theirs)}`);
    }
    return [judge(aim, ratios)];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
