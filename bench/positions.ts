import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BenchOptions } from './bench-options.ts';
import { forkServer, type LoadProcess, type Server, serve, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { cpuSeconds } from './measure.ts';

/** As many sessions as the server's own rate limit asks for. */
const flightCount = 4_096;
export const nativePath = '/api/tracker/position';

const aims = {
  P1a: { goal: 'P1a', what: 'durable ÷ bare, 256 connections', kind: 'at least', aim: 0.8, short: 0.7 },
  P1b: { goal: 'P1b', what: 'durable ÷ bare, 64 connections', kind: 'at least', aim: 0.75, short: 0.65 },
  P1c: { goal: 'P1c', what: 'durable ÷ storing nothing, 256 connections', kind: 'at least', aim: 0.9, short: 0.8 },
  P1d: { goal: 'P1d', what: 'CPU a position, durable ÷ bare, 256 connections', kind: 'at most', aim: 1.4, short: 1.4 },
} as const satisfies Record<string, Aim>;

export interface Sample {
  readonly rate: number;
  /** Microseconds of CPU a position, of the server's process. */
  readonly cpuUs: number;
}

interface Round {
  readonly bare: Readonly<Record<256 | 64, Sample>>;
  readonly durable: Readonly<Record<256 | 64, Sample>>;
  readonly storeless: Readonly<Record<256, Sample>>;
}

/** P1a–d: `serve` as shipped beside a bare Fastify and beside itself storing nothing, in interleaved rounds of one run. */
export async function benchPositions({ rounds, note }: BenchOptions): Promise<readonly Goal[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-bench-'));
  try {
    const directories = { durable: join(directory, 'durable'), storeless: join(directory, 'storeless') };
    note(`writing ${flightCount} open flights`);
    const tokens = {
      durable: await writeFixture(directories.durable, flightCount),
      storeless: await writeFixture(directories.storeless, flightCount),
    };
    await using bare = await forkServer('bare-server.ts');
    await using storeless = await forkServer('storeless-server.ts', [directories.storeless]);
    await using durable = await serve(directories.durable);
    await using load = await startLoad(tokens.durable);
    await using otherLoad = await startLoad(tokens.storeless);
    const results: Round[] = [];
    for (let round = 1; round <= rounds; round++) {
      const result: Round = {
        bare: { 256: await sample(bare, load, 256), 64: await sample(bare, load, 64) },
        storeless: { 256: await sample(storeless, otherLoad, 256) },
        durable: { 256: await sample(durable, load, 256), 64: await sample(durable, load, 64) },
      };
      results.push(result);
      note(describe(round, result));
    }
    return judgeAll(results);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const sample = (server: Server, load: LoadProcess, connections: number) =>
  samplePositions(server, load, { path: nativePath, connections });

/** How many positions a second this server takes at this path, and what one costs it. */
export async function samplePositions(
  server: Server,
  load: LoadProcess,
  given: { readonly path: string; readonly connections: number },
): Promise<Sample> {
  const settings = { kind: 'closed', port: server.port, ...given } as const;
  await load.run({ ...settings, warmUpMs: 1_500, measureMs: 0 });
  const before = cpuSeconds(server.pid);
  const result = await load.run({ ...settings, warmUpMs: 0, measureMs: 4_000 });
  const cpu = cpuSeconds(server.pid) - before;
  if (result.failed > 0) throw new Error(`${result.failed} positions were not stored, first: ${result.firstFailure}`);
  await setTimeout(500);
  return { rate: result.rate, cpuUs: (cpu / result.answered) * 1e6 };
}

function judgeAll(rounds: readonly Round[]): readonly Goal[] {
  return [
    judge(
      aims.P1a,
      rounds.map(({ durable, bare }) => durable[256].rate / bare[256].rate),
    ),
    judge(
      aims.P1b,
      rounds.map(({ durable, bare }) => durable[64].rate / bare[64].rate),
    ),
    judge(
      aims.P1c,
      rounds.map(({ durable, storeless }) => durable[256].rate / storeless[256].rate),
    ),
    judge(
      aims.P1d,
      rounds.map(({ durable, bare }) => durable[256].cpuUs / bare[256].cpuUs),
    ),
  ];
}

function describe(round: number, { bare, durable, storeless }: Round): string {
  const say = ({ rate, cpuUs }: Sample) => `${(rate / 1_000).toFixed(1)} k/s ${cpuUs.toFixed(1)} µs`;
  return `round ${round}, 256 and 64 connections: bare ${say(bare[256])}, ${say(bare[64])} · storing nothing ${say(storeless[256])} · durable ${say(durable[256])}, ${say(durable[64])}`;
}
