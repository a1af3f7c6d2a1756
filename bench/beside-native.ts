import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
import { pin } from './cores.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { corePositionPath, smartcarsPath } from './position-body.ts';
import { flightCount, nativePath } from './positions.ts';
import { areDisturbed, byTurns, describeNoise, describeSample, type Sample, samplePositions } from './sample.ts';

const goal = { kind: 'at least', aim: 0.8, short: 0.75 } as const;
const s1: Aim = { goal: 'S1', what: 'updates of smartCARS 3 ÷ native positions, 256 connections', ...goal };
const c1: Aim = { goal: 'C1', what: 'positions by phpVMS 7’s API ÷ native ones, 256 connections', ...goal };

/** S1: one server as shipped takes native positions and updates of smartCARS 3 by turns. */
export const benchSmartcars3 = (options: BenchOptions) => benchBeside(options, s1, 'smartcars3', smartcarsPath);
/** C1: the same with positions of the phpVMS 7 core API, one in each request. */
export const benchCore = (options: BenchOptions) => benchBeside(options, c1, 'phpvms7-core', corePositionPath);

async function benchBeside(
  { rounds, cores, note }: BenchOptions,
  aim: Aim,
  name: string,
  path: string,
): Promise<readonly Goal[]> {
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  note(`writing ${flightCount} open flights`);
  const tokens = await writeFixture(directory, flightCount);
  await using server = await serve(directory);
  await using load = await startLoad(tokens);
  pin(cores, { servers: [server.pid], loads: [load.pid] });
  const at = (each: string) => () => samplePositions(server, load, { path: each, connections: 256 });
  const ratios: number[] = [];
  const samples: Sample[] = [];
  for (let round = 1; round <= rounds; round++) {
    const { own, theirs } = await byTurns(round, { own: at(nativePath), theirs: at(path) });
    ratios.push(theirs.rate / own.rate);
    samples.push(own, theirs);
    const noise = describeNoise([own, theirs]);
    note(`round ${round}: native ${describeSample(own)} · ${name} ${describeSample(theirs)}; ${noise}`);
  }
  return [judge(aim, ratios, areDisturbed(samples))];
}
