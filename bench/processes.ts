import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partitionedTokens } from '../src/cluster/tokens.ts';
import { Secret } from '../src/lib/secret.ts';
import { digest, newId, newToken } from '../src/lib/tokens.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
import { pin } from './cores.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { nativePath } from './positions.ts';
import { areDisturbed, byTurns, describeNoise, describeSample, type Sample, samplePositions } from './sample.ts';

/** As many sessions as the server's own rate limit asks for. */
const flightCount = 4_096;

const rate: Aim = {
  goal: 'N1',
  what: 'positions a second, two processes ÷ one, 256 connections',
  kind: 'at least',
  aim: 1.2,
  short: 1,
};
const cost: Aim = {
  goal: 'N2',
  what: 'CPU a position, two processes ÷ one, 256 connections',
  kind: 'at most',
  aim: 1.5,
  short: 2,
};

type Round = Readonly<Record<'one' | 'two', Sample>>;

/**
 * N1 and N2: `serve --processes 2` beside one process, in interleaved rounds of one run. A connection is accepted by any process, and
 * each carries the reports of many pilots, so half of them are sent on to the other one.
 */
export async function benchProcesses({ rounds, cores, note }: BenchOptions): Promise<readonly Goal[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-bench-'));
  try {
    note(`writing ${flightCount} open flights`);
    // As servers of several make them.
    const tokensOf = partitionedTokens({ newToken, newId, digest, wrap: (text) => new Secret(text) });
    const write = (name: string) => writeFixture(join(directory, name), flightCount, tokensOf.newToken);
    const [tokens, otherTokens] = [await write('one'), await write('two')];
    await using one = await serve(join(directory, 'one'));
    await using two = await serve(join(directory, 'two'), { TRACKER_PROCESSES: '2' });
    await using load = await startLoad(tokens);
    await using otherLoad = await startLoad(otherTokens);
    pin(cores, { servers: [one.pid, two.pid], loads: [load.pid, otherLoad.pid] });
    const given = { path: nativePath, connections: 256 };
    const results: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      const result = await byTurns<Round>(round, {
        one: () => samplePositions(one, load, given),
        two: () => samplePositions(two, otherLoad, given),
      });
      results.push(result);
      const noise = describeNoise(Object.values(result));
      note(`round ${round}: one ${describeSample(result.one)} · two ${describeSample(result.two)}; ${noise}`);
    }
    return judgeAll(results);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function judgeAll(results: readonly Round[]): readonly Goal[] {
  const isDisturbed = areDisturbed(results.flatMap((result) => Object.values(result)));
  const ratios = (of: (sample: Sample) => number) => results.map((result) => of(result.two) / of(result.one));
  return [
    judge(
      rate,
      ratios((sample) => sample.rate),
      isDisturbed,
    ),
    judge(
      cost,
      ratios((sample) => sample.cpuUs),
      isDisturbed,
    ),
  ];
}
