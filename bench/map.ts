import { setTimeout } from 'node:timers/promises';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad, startViewers } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Goal, judge } from './goal.ts';
import { timed } from './measure.ts';

const viewersOf = (isShort: boolean) => (isShort ? 100 : 5_000);
/** Each reports every five seconds. */
const flightsOf = (isShort: boolean) => (isShort ? 100 : 1_000);
const path = '/api/tracker/position';

const core = {
  goal: 'P5a',
  what: 'cores for 5,000 viewers of 1,000 flights',
  kind: 'at most',
  aim: 0.25,
  short: 0.25,
} as const;
const late = {
  goal: 'P5a',
  what: 'ms from a report to its viewer, p99, the tick of 1 s not counted',
  kind: 'at most',
  aim: 250,
  short: 250,
} as const;
const beside = {
  goal: 'P5b',
  what: 'p99 of a position with 5,000 viewers ÷ without',
  kind: 'at most',
  aim: 4,
  short: 4,
} as const;

/** What watching costs: the server's time for its viewers, how late they see, and what positions notice of it. */
export async function benchMap({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const flights = flightsOf(isShort);
  const positionsPerSecond = flights / 5;
  const tokens = await writeFixture(directory, flights);
  await using server = await serve(directory);
  await using load = await startLoad(tokens);
  const [warmUpMs, measureMs] = isShort ? [500, 1_200] : [5_000, 20_000];
  const fly = () =>
    load.run({ kind: 'open', port: server.port, path, flights, positionsPerSecond, warmUpMs, measureMs });
  const [cores, delays, ratios]: [number[], number[], number[]] = [[], [], []];
  // Code is compiled and caches are filled before anything is compared.
  await fly();
  for (let round = 0; round < rounds; round++) {
    const alone = await timed(server.pid, fly);
    await using watchers = await startViewers({ port: server.port, count: viewersOf(isShort) });
    const watching = setTimeout(warmUpMs).then(() => watchers.measure(measureMs));
    const watched = await timed(server.pid, fly);
    const seen = await watching;
    if (seen.lost > 0) throw new Error(`${seen.lost} viewers lost their line`);
    if (alone.result.failed + watched.result.failed > 0)
      throw new Error(watched.result.firstFailure ?? 'a position was refused');
    cores.push(watched.cores - alone.cores);
    delays.push(seen.p99Ms);
    ratios.push(watched.result.p99Ms / alone.result.p99Ms);
    note(
      `map: ${seen.frames} deltas seen, p50 ${seen.p50Ms} ms, worst ${seen.worstMs} ms; ${alone.cores.toFixed(2)} cores without viewers, ` +
        `${watched.cores.toFixed(2)} with; p99 of a position ${alone.result.p99Ms.toFixed(1)} ms without, ${watched.result.p99Ms.toFixed(1)} ms with`,
    );
  }
  return [judge(core, cores), judge(late, delays), judge(beside, ratios)];
}
