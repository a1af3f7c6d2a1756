import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partitionedTokens, partitionOfToken } from '../src/cluster/tokens.ts';
import { Secret } from '../src/lib/secret.ts';
import { digest, newId, newToken } from '../src/lib/tokens.ts';
import { processOfPartition } from '../src/server/processes/part.ts';
import type { BenchOptions } from './bench-options.ts';
import { type LoadProcess, type Server, serve, startLoad } from './child.ts';
import { pin } from './cores.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { nativePath } from './positions.ts';
import { areDisturbed, byTurns, describeNoise, describeSample, type Sample, samplePositions } from './sample.ts';

/** As many sessions as the server's own rate limit asks for. */
const flightCount = 4_096;

/**
 * Pilots of the two processes take turns in the list, and connection number n of c takes each c-th from n on: with an even number
 * all pilots of a connection are those of one process, as of a client that has a connection of its own; with an odd one each
 * connection mixes them, as those of a proxy do.
 */
const own = 256;
const mixed = 255;

const aims = {
  N1: {
    goal: 'N1',
    what: 'positions a second, two processes ÷ one, own connections',
    kind: 'at least',
    aim: 1,
    short: 0.9,
  },
  N2: { goal: 'N2', what: 'CPU a position, two processes ÷ one, own connections', kind: 'at most', aim: 1.5, short: 2 },
  N3: {
    goal: 'N3',
    what: 'positions a second, two processes ÷ one, mixed connections',
    kind: 'at least',
    aim: 0.6,
    short: 0.6,
  },
  N4: {
    goal: 'N4',
    what: 'CPU a position, two processes ÷ one, mixed connections',
    kind: 'at most',
    aim: 1.5,
    short: 2,
  },
} as const satisfies Record<string, Aim>;

type Round = Readonly<Record<'one' | 'own' | 'mixed', Sample>>;

/**
 * N1 to N4: `serve --processes 2` beside one process, in interleaved rounds of one run. A connection is accepted by any process, which
 * sends on what is the other one's.
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
    await using load = await startLoad(inTurns(tokens));
    await using otherLoad = await startLoad(inTurns(otherTokens));
    pin(cores, { servers: [one.pid, two.pid], loads: [load.pid, otherLoad.pid] });
    await takeOff(one, load);
    await takeOff(two, otherLoad);
    const results: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      const result = await byTurns<Round>(round, {
        own: () => samplePositions(two, otherLoad, { path: nativePath, connections: own }),
        one: () => samplePositions(one, load, { path: nativePath, connections: own }),
        mixed: () => samplePositions(two, otherLoad, { path: nativePath, connections: mixed }),
      });
      results.push(result);
      note(describe(round, result));
    }
    return judgeAll(results);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the tokens of the pilots of both processes in turns; those that one has more of are left out. */
function inTurns(tokens: readonly string[]): readonly string[] {
  const first = tokens.filter((token) => processOfPartition(partitionOfToken(token) ?? 0, 2) === 1);
  const second = tokens.filter((token) => processOfPartition(partitionOfToken(token) ?? 0, 2) === 2);
  return first.slice(0, second.length).flatMap((token, index) => [token, second[index] ?? token]);
}

/** The first report of a flight changes more than its position, which is stored, logged and told to the other process. */
async function takeOff({ port }: Server, load: LoadProcess): Promise<void> {
  await load.run({ kind: 'closed', port, path: nativePath, connections: own, warmUpMs: 10_000, measureMs: 0 });
}

function describe(round: number, result: Round): string {
  const samples = Object.entries(result).map(([name, sample]) => `${name} ${describeSample(sample)}`);
  return `round ${round}: ${samples.join(' · ')}; ${describeNoise(Object.values(result))}`;
}

function judgeAll(results: readonly Round[]): readonly Goal[] {
  const isDisturbed = areDisturbed(results.flatMap((result) => Object.values(result)));
  const ratios = (kind: 'own' | 'mixed', of: (sample: Sample) => number) =>
    results.map((result) => of(result[kind]) / of(result.one));
  const rate = (sample: Sample) => sample.rate;
  const cpu = (sample: Sample) => sample.cpuUs;
  return [
    judge(aims.N1, ratios('own', rate), isDisturbed),
    judge(aims.N2, ratios('own', cpu), isDisturbed),
    judge(aims.N3, ratios('mixed', rate), isDisturbed),
    judge(aims.N4, ratios('mixed', cpu), isDisturbed),
  ];
}
