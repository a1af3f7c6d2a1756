import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from './bench-options.ts';
import { serve, startLoad } from './child.ts';
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
  const directory = await mkdtemp(join(tmpdir(), 'tracker-bench-'));
  try {
    const tokens = await writeFixture(directory, flightCount);
    await using server = await serve(directory);
    await using load = await startLoad(tokens);
    const pirepId = await prefile(site, key);
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const settings = { kind: 'closed', port: server.port, path: '/api/tracker/position', connections: 256 } as const;
      const own = await load.run({ ...settings, warmUpMs: 1_500, measureMs });
      if (own.failed > 0) throw new Error(`${own.failed} positions were not stored, first: ${own.firstFailure}`);
      const theirs = await loadPlatform(site, key, pirepId);
      ratios.push(own.rate / theirs);
      note(`round ${round}: ${own.rate.toFixed(0)}/s, the platform ${theirs.toFixed(1)}/s`);
    }
    await send(site, key, `pireps/${pirepId}/cancel`, {});
    const aim = {
      goal: 'P2c',
      what: 'durable ÷ phpVMS 7 acars/position',
      kind: 'at least',
      aim: 200,
      short: 200,
    } as const;
    return [judge(aim, ratios)];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Answered positions a second. */
async function loadPlatform(site: string, key: string, pirepId: string): Promise<number> {
  const until = performance.now() + measureMs;
  let answered = 0;
  let number = 0;
  const fly = async () => {
    while (performance.now() < until) {
      number += 1;
      const position = { lat: 30 + (number % 1_000) / 100, lon: -97, altitude_msl: 35_000, gs: 450, heading: 60 };
      await send(site, key, `pireps/${pirepId}/acars/position`, { positions: [position] });
      if (performance.now() < until) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, fly));
  return answered / (measureMs / 1_000);
}

async function prefile(site: string, key: string): Promise<string> {
  const flight = {
    airline_id: 1,
    aircraft_id: 1,
    flight_number: '9901',
    dpt_airport_id: 'KAUS',
    arr_airport_id: 'KJFK',
  };
  const { data } = (await send(site, key, 'pireps/prefile', { ...flight, source_name: 'bench' })) as {
    readonly data: { readonly id: string };
  };
  return data.id;
}

const agent = new Agent({ keepAlive: true, maxSockets: connections });

function send(site: string, key: string, path: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const method = path.endsWith('/cancel') ? 'PUT' : 'POST';
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const call = request(`${site}/api/${path}`, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`the platform answered ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}
