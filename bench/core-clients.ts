import { readFile } from 'node:fs/promises';
import { CoreConnection } from '../src/cli/flying/core/connection.ts';
import { systemTiming } from '../src/client/timing.ts';
import { phpvms7 } from '../src/client/wires/phpvms7.ts';
import { tempFolder } from '../test/temp-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
import { writeFixture } from './fixture.ts';
import { type Aim, type Goal, judge } from './goal.ts';
import { coreClientPath } from './position-body.ts';

const flights = 200;
const stretch = { warmUpMs: 5_000, measureMs: 15_000 } as const;
const shortStretch = { warmUpMs: 200, measureMs: 1_000 } as const;
/** An update and a position each half second. */
const requestsPerSecond = flights * 4;
const aim: Aim = {
  goal: 'C2',
  what: 'p99 in ms, 200 clients of phpVMS 7’s API, 800/s',
  kind: 'at most',
  aim: 25,
  short: 25,
};

/**
 * C2: how long the most talkative clients of the phpVMS 7 core API wait. Beside another crew center: `--site` names a running
 * Tracker as those clients do (`http://127.0.0.1:8787/api/tracker/core`), `--key` a file with an API key on each line, of pilots
 * who may all take aircraft 1 from KJFK to KAUS.
 */
export async function benchCoreClients(options: BenchOptions): Promise<readonly Goal[]> {
  const { site, key } = options;
  if (site !== null && key !== null) return benchSite(options, new URL(site), await readKeys(key));
  using folder = tempFolder('bench');
  const { path: directory } = folder;
  const tokens = await writeFixture(directory, flights);
  await using server = await serve(directory);
  return await measure(options, { port: server.port, base: '/api', tokens });
}

async function readKeys(file: string): Promise<readonly string[]> {
  return (await readFile(file, 'utf8'))
    .split(/\s+/)
    .filter((each) => each !== '')
    .slice(0, flights);
}

async function benchSite(options: BenchOptions, site: URL, tokens: readonly string[]): Promise<readonly Goal[]> {
  const base = site.pathname.replace(/\/+$/, '');
  const pilots = tokens.map((key) => openCore(site.origin + base, key));
  options.note(`prefiling ${tokens.length} flights`);
  const pirepIds: string[] = [];
  for (const [index, pilot] of pilots.entries()) pirepIds.push(await prefile(pilot, 5000 + index, 'KJFK', 'KAUS'));
  try {
    return await measure(options, { port: Number(site.port), base: `${base}/api`, tokens, pirepIds });
  } finally {
    for (const [index, pilot] of pilots.entries()) await pilot.data(phpvms7.cancel(pirepIds[index] ?? ''));
  }
}

/** A client of phpVMS 7's API that does not try again. @param base - to which `/api/…` is appended */
export function openCore(base: string, key: string): CoreConnection {
  return new CoreConnection(base, key, { fetch, timing: systemTiming, patienceMs: 0 });
}

/** Opens a flight of the first airline and aircraft. @returns the PIREP's id */
export async function prefile(pilot: CoreConnection, number: number, from: string, to: string): Promise<string> {
  const leg = { flight_number: String(number), dpt_airport_id: from, arr_airport_id: to };
  const opened = await pilot.data(phpvms7.start({ airline_id: 1, aircraft_id: 1, ...leg, source_name: 'bench' }));
  return (opened as { readonly id: string }).id;
}

interface Clients {
  readonly port: number;
  readonly base: string;
  readonly tokens: readonly string[];
  readonly pirepIds?: readonly string[];
}

async function measure(
  { rounds, isShort, note }: BenchOptions,
  { port, base, tokens, pirepIds }: Clients,
): Promise<readonly Goal[]> {
  await using load = await startLoad(tokens, false, pirepIds);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const settings = { kind: 'open', port, path: coreClientPath(base), flights: tokens.length } as const;
    const rate = (requestsPerSecond * tokens.length) / flights;
    const result = await load.run({ ...settings, positionsPerSecond: rate, ...(isShort ? shortStretch : stretch) });
    const { failed, unanswered, p50Ms, p99Ms, firstFailure } = result;
    if (failed + unanswered > 0) throw new Error(`${failed} refused, ${unanswered} unanswered: ${firstFailure}`);
    note(`round ${round}: ${result.rate.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
    times.push(p99Ms);
  }
  return [judge(aim, times)];
}
