import type { ServerProcess } from '../test/server-process.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { type LoadProcess, serve, startLoad } from './child.ts';
import { pin } from './cores.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { writeLegacyFixture } from './legacy/fixture.ts';
import { corePositionPath, legacyPath, smartcarsPath } from './position-body.ts';
import { flightsOf, nativePath } from './positions.ts';
import {
  areDisturbed,
  byTurns,
  describeNoise,
  describeSample,
  firstTurn,
  type Sample,
  samplePositions,
} from './sample.ts';

const goal = { kind: 'at least', aim: 0.8, short: 0.75 } as const;
const s1: Aim = { goal: 'S1', what: 'updates of smartCARS 3 ÷ native positions, 256 connections', ...goal };
const c1: Aim = { goal: 'C1', what: 'positions by phpVMS 7’s API ÷ native ones, 256 connections', ...goal };
const l1: Aim = { goal: 'L1', what: 'position.php of version 5 ÷ native positions, 256 connections', ...goal };

/** S1: one server as shipped takes native positions and updates of smartCARS 3 by turns. */
export const benchSmartcars3 = (options: BenchOptions) => benchBeside(options, s1, 'smartcars3', smartcarsPath);
/** C1: the same with positions of the phpVMS 7 core API, one in each request. */
export const benchCore = (options: BenchOptions) => benchBeside(options, c1, 'phpvms7-core', corePositionPath);
/** L1: the same with positions of the legacy contract, to a second server: a crew center of version 5 has no native ones. */
export const benchLegacyBeside = (options: BenchOptions) => benchBeside(options, l1, 'legacy', legacyPath);

async function benchBeside(
  { rounds, cores, isShort, note }: BenchOptions,
  aim: Aim,
  name: string,
  path: string,
): Promise<readonly Goal[]> {
  await using opened = new AsyncDisposableStack();
  const count = flightsOf(isShort);
  note(`writing ${count} open flights`);
  const ours = await openSide(opened, writeFixture, count);
  const other =
    path === legacyPath ? await openSide(opened, writeLegacyFixture, count, { TRACKER_EMBEDDED_VERSION: '5' }) : ours;
  const sides = [ours, other];
  pin(cores, { servers: sides.map(({ server }) => server.pid), loads: sides.map(({ load }) => load.pid) });
  const at =
    ({ server, load }: Side, each: string) =>
    () =>
      samplePositions(server, load, { path: each, connections: 256, isShort });
  const ratios: number[] = [];
  const samples: Sample[] = [];
  const turns = { own: at(ours, nativePath), theirs: at(other, path) };
  if (!isShort) await byTurns(firstTurn, turns);
  for (let round = 1; round <= rounds; round++) {
    const { own, theirs } = await byTurns(round, turns);
    ratios.push(theirs.rate / own.rate);
    samples.push(own, theirs);
    const noise = describeNoise([own, theirs]);
    note(`round ${round}: native ${describeSample(own)} · ${name} ${describeSample(theirs)}; ${noise}`);
  }
  return [judge(aim, ratios, areDisturbed(samples))];
}

interface Side {
  readonly server: ServerProcess;
  readonly load: LoadProcess;
}

async function openSide(
  opened: AsyncDisposableStack,
  write: typeof writeLegacyFixture,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Side> {
  const { path: directory } = opened.use(tempFolder('bench'));
  const tokens = await write(directory, count);
  return { server: opened.use(await serve(directory, env)), load: opened.use(await startLoad(tokens)) };
}
