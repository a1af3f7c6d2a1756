import type { CoreConnection } from '../src/cli/flying/core/connection.ts';
import { phpvms7 } from '../src/client/wires/phpvms7.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
import { openCore, prefile } from './core-clients.ts';
import { writeFixture } from './fixture.ts';
import { type Goal, judge } from './goal.ts';

const flightCount = 4_096;
/** More than a small PHP pool has workers, so that none of them waits for us. */
const connections = 12;
const measureMs = 6_000;

/**
 * P2c: durable positions a second of `serve` as shipped, ÷ positions a second of a real phpVMS 7 through its own
 * `POST /api/pireps/{id}/acars/position`, in interleaved rounds of one run on one machine.
 */
export async function benchPhpvms7({ rounds, site: named, key: given, note }: BenchOptions): Promise<readonly Goal[]> {
  if (named === null)
    throw new Error('Name a running phpVMS 7 with --site, and the key of one of its pilots with --key.');
  const site = named.replace(/\/+$/, '');
  const key = given ?? 'testuserapikey';
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const tokens = await writeFixture(directory, flightCount);
  await using server = await serve(directory);
  await using load = await startLoad(tokens);
  const pilot = openCore(site, key);
  const pirepId = await prefile(pilot, 9901, 'KAUS', 'KJFK');
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const settings = { kind: 'closed', port: server.port, path: '/api/tracker/position', connections: 256 } as const;
    const own = await load.run({ ...settings, warmUpMs: 1_500, measureMs });
    if (own.failed > 0) throw new Error(`${own.failed} positions were not stored, first: ${own.firstFailure}`);
    const theirs = await loadPlatform(pilot, pirepId);
    ratios.push(own.rate / theirs);
    note(`round ${round}: ${own.rate.toFixed(0)}/s, the platform ${theirs.toFixed(1)}/s`);
  }
  await pilot.data(phpvms7.cancel(pirepId));
  const aim = {
    goal: 'P2c',
    what: 'durable ÷ phpVMS 7 acars/position',
    kind: 'at least',
    aim: 200,
    short: 200,
  } as const;
  return [judge(aim, ratios)];
}

/** Answered positions a second. */
async function loadPlatform(pilot: CoreConnection, pirepId: string): Promise<number> {
  const until = performance.now() + measureMs;
  let answered = 0;
  let number = 0;
  const fly = async () => {
    while (performance.now() < until) {
      number += 1;
      const position = { lat: 30 + (number % 1_000) / 100, lon: -97, altitude_msl: 35_000, gs: 450, heading: 60 };
      await pilot.data(phpvms7.report(pirepId, [position]));
      if (performance.now() < until) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, fly));
  return answered / (measureMs / 1_000);
}
