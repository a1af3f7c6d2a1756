import { loadavg } from 'node:os';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { type LoadProcess, serve, startLoad } from './child.ts';
import { pin } from './cores.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { writeLegacyFixture } from './legacy/fixture.ts';
import { type PlainSite, startPlainSite } from './legacy/plain-site.ts';
import { legacyPath } from './position-body.ts';
import { flightsOf } from './positions.ts';
import { byTurns, samplePositions } from './sample.ts';
import type { LoadResult } from './summary.ts';

/** Sixteen keep the eight workers of PHP busy; more of them only wait longer. */
const connections = { own: 256, plain: 16 } as const;

const aim: Aim = {
  goal: 'P2a',
  what: 'durable position.php ÷ a plain PHP script with one select, one insert, one update',
  kind: 'at least',
  aim: 12,
  short: 12,
};

/**
 * P2a: positions a second of the legacy contract, `serve` as shipped, ÷ those of a plain PHP script (PHP-FPM with 8 workers
 * and opcache, nginx, MariaDB), both durable, in interleaved rounds of one run.
 */
export async function benchLegacy({ rounds, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const flightCount = flightsOf(isShort);
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  note(`writing ${flightCount} open flights; load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  const tokens = await writeLegacyFixture(directory, flightCount);
  await using plain = await startPlainSite(tokens);
  await using own = await serve(directory, { TRACKER_EMBEDDED_VERSION: '5' });
  await using load = await startLoad(tokens);
  // PHP and its database need both cores, as a site has them: nothing is kept apart here.
  pin('shared', { servers: [own.pid], loads: [load.pid] });
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const { ours, theirs } = await byTurns(round, {
      theirs: () => samplePlain(load, plain, isShort),
      ours: () => samplePositions(own, load, { path: legacyPath, connections: connections.own, isShort }),
    });
    ratios.push(ours.rate / theirs.rate);
    note(`round ${round}: ${describe(ours)} · plain PHP ${describe(theirs)}; load ${loadavg()[0]?.toFixed(1)}`);
  }
  return [judge(aim, ratios)];
}

/** @throws Error when it did not store what it answered: then it would be no yardstick */
async function samplePlain(load: LoadProcess, plain: PlainSite, isShort: boolean): Promise<LoadResult> {
  const before = await plain.countPositions();
  const settings = { kind: 'closed', port: plain.port, path: plain.path, connections: connections.plain } as const;
  const result = await load.run({ ...settings, warmUpMs: isShort ? 200 : 1_000, measureMs: isShort ? 500 : 3_000 });
  if (result.failed > 0) throw new Error(`${result.failed} positions were not stored, first: ${result.firstFailure}`);
  const stored = (await plain.countPositions()) - before;
  if (stored < result.answered) throw new Error(`The plain script stored ${stored} of ${result.answered} positions.`);
  return result;
}

function describe({ rate, p50Ms, p99Ms, cpuUs }: LoadResult & { readonly cpuUs?: number }): string {
  const cpu = cpuUs === undefined ? '' : `, ${cpuUs.toFixed(1)} µs of CPU`;
  return `${rate.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${cpu}`;
}
