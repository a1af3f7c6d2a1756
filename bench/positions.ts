import { join } from 'node:path';
import { ServerProcess } from '../test/server-process.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
import { pin } from './cores.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import {
  areDisturbed,
  byTurns,
  describeNoise,
  describeSample,
  firstTurn,
  type Sample,
  samplePositions,
} from './sample.ts';

/** As many sessions as the server's own rate limit asks for. */
export const flightCount = 4_096;
export const flightsOf = (isShort: boolean) => (isShort ? 256 : flightCount);
export const nativePath = '/api/tracker/position';

const aims = {
  P1a: { goal: 'P1a', what: 'durable ÷ bare, 256 connections', kind: 'at least', aim: 0.8, short: 0.7 },
  P1b: { goal: 'P1b', what: 'durable ÷ bare, 64 connections', kind: 'at least', aim: 0.75, short: 0.65 },
  P1c: { goal: 'P1c', what: 'durable ÷ storing nothing, 256 connections', kind: 'at least', aim: 0.9, short: 0.8 },
  P1d: { goal: 'P1d', what: 'CPU a position, durable ÷ bare, 256 connections', kind: 'at most', aim: 1.4, short: 1.4 },
} as const satisfies Record<string, Aim>;

type Name = 'bare256' | 'durable256' | 'storeless256' | 'bare64' | 'durable64';
type Round = Readonly<Record<Name, Sample>>;

/** P1a–d: `serve` as shipped beside a bare Fastify and beside itself storing nothing, in interleaved rounds of one run. */
export async function benchPositions({ rounds, cores, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const directories = { durable: join(directory, 'durable'), storeless: join(directory, 'storeless') };
  const count = flightsOf(isShort);
  note(`writing ${count} open flights`);
  const tokens = {
    durable: await writeFixture(directories.durable, count),
    storeless: await writeFixture(directories.storeless, count),
  };
  await using bare = await ServerProcess.open({ program: [join(import.meta.dirname, 'bare-server.ts')], env: {} });
  await using storeless = await ServerProcess.open({
    part: { module: join(import.meta.dirname, 'storeless.ts') },
    env: { TRACKER_DATA: directories.storeless },
  });
  await using durable = await serve(directories.durable);
  await using load = await startLoad(tokens.durable);
  await using otherLoad = await startLoad(tokens.storeless);
  pin(cores, { servers: [bare.pid, storeless.pid, durable.pid], loads: [load.pid, otherLoad.pid] });
  const at = (server: typeof bare, by: typeof load, connections: number) => () =>
    samplePositions(server, by, { path: nativePath, connections, isShort });
  const results: Round[] = [];
  // Those of a pair are beside each other.
  const samples = {
    bare64: at(bare, load, 64),
    durable64: at(durable, load, 64),
    bare256: at(bare, load, 256),
    durable256: at(durable, load, 256),
    storeless256: at(storeless, otherLoad, 256),
  };
  if (!isShort) await byTurns(firstTurn, samples);
  for (let round = 1; round <= rounds; round++) {
    const result = await byTurns(round, samples);
    results.push(result);
    note(describe(round, result));
  }
  return judgeAll(results);
}

function judgeAll(rounds: readonly Round[]): readonly Goal[] {
  const pairs = (of: (round: Round) => number) => rounds.map(of);
  const isDisturbed = areDisturbed(rounds.flatMap((round) => Object.values(round)));
  return [
    judge(
      aims.P1a,
      pairs(({ durable256, bare256 }) => durable256.rate / bare256.rate),
      isDisturbed,
    ),
    judge(
      aims.P1b,
      pairs(({ durable64, bare64 }) => durable64.rate / bare64.rate),
      isDisturbed,
    ),
    judge(
      aims.P1c,
      pairs(({ durable256, storeless256 }) => durable256.rate / storeless256.rate),
      isDisturbed,
    ),
    judge(
      aims.P1d,
      pairs(({ durable256, bare256 }) => durable256.cpuUs / bare256.cpuUs),
      isDisturbed,
    ),
  ];
}

function describe(round: number, samples: Round): string {
  const { bare256, bare64, storeless256, durable256, durable64 } = samples;
  const say = describeSample;
  return (
    `round ${round}: 256 connections: bare ${say(bare256)} · storing nothing ${say(storeless256)} · durable ${say(durable256)}; ` +
    `64: bare ${say(bare64)} · durable ${say(durable64)}; ${describeNoise(Object.values(samples))}`
  );
}
