import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ServerProcess } from '../test/server-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { serve } from './child.ts';
import { type Goal, judge } from './goal.ts';
import { positionBody } from './position-body.ts';
import { type Attack, attacks, openAttack } from './strangers/attacks.ts';
import { askFor, askWhile } from './strangers/others.ts';

const positions = 100_000;
const positionsShort = 2_000;
const inOneRequest = 250;
const attackMs = 8_000;
const attackMsShort = 500;

const most = (goal: string, what: string, aim: number) => ({ goal, what, kind: 'at most', aim, short: aim }) as const;

/**
 * What strangers can do to others: the costliest anonymous request of every route on a flight of 100,000 positions, and how
 * long others wait while ten connections attack. Needs Linux, and a quiet machine. `against` runs another checkout, which
 * needs its own node_modules.
 */
export async function benchStrangers({ against, only, isShort, note }: BenchOptions): Promise<readonly Goal[]> {
  const root = resolve(against ?? join(import.meta.dirname, '..'));
  const directory = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
  try {
    const { writeFixture } = (await import(pathToFileURL(join(root, 'bench/fixture.ts')).href)) as Fixture;
    const [token = ''] = await writeFixture(directory, 1);
    const stretchFile = join(directory, 'stretch');
    const loaded = `--import ${pathToFileURL(join(import.meta.dirname, 'strangers/stretch.ts')).href}`;
    const env = { TRACKER_TRUST_PROXY: '127.0.0.1', NODE_OPTIONS: loaded, TRACKER_BENCH_STRETCH: stretchFile };
    await using server = await serve(directory, env, against === null ? undefined : root);
    const stretchOf = stretchReader(server.pid, stretchFile);
    await fly(server.port, token, isShort ? positionsShort : positions);
    const { body } = await askFor(server.port, '/tracker/api/v1/live');
    const id = /"flight_id":"([^"]+)"/.exec(body)?.[1];
    if (id === undefined) throw new Error(`no flight in ${body.slice(0, 200)}`);
    const goals: Goal[] = [];
    const isWanted = (goal: string) => only.length === 0 || only.includes(goal);
    if (isWanted('N1')) {
      const stretches: number[] = [];
      for (const path of routesOf(id)) stretches.push(await costOf(server, path, stretchOf, note));
      goals.push(
        judge(most('N1', 'ms at a stretch that the costliest anonymous request takes', 20), [Math.max(...stretches)]),
      );
    }
    const ms = isShort ? attackMsShort : attackMs;
    for (const attack of attacks)
      if (isWanted(attack.goal)) goals.push(await suffer({ port: server.port, id, ms }, attack, note));
    note(`strangers: load average ${loadavg()[0]?.toFixed(2)}`);
    return goals;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Fixture {
  writeFixture(directory: string, count: number): Promise<readonly string[]>;
}

/** Reports a flight of a day, or of its first so many positions. */
async function fly(port: number, token: string, count: number): Promise<void> {
  const from = Date.now() - count * 800;
  for (let seq = 1; seq <= count; ) {
    const some = Array.from({ length: inOneRequest }, (_, index) =>
      positionBody(seq + index, from + (seq + index) * 800),
    );
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = `{"positions":[${some.join(',')}]}`;
    const { status } = await fetch(`http://127.0.0.1:${port}/api/tracker/position`, { method: 'POST', headers, body });
    if (status === 200) seq += inOneRequest;
    else if (status === 429) await setTimeout(200);
    else throw new Error(`positions were answered with ${status}`);
  }
}

/** Every route that anybody may ask for and that reads or makes something. */
function routesOf(id: string): readonly string[] {
  const flight = `/tracker/flights/${id}`;
  const files = ['json', 'csv', 'kml', 'geojson', 'gpx'].map((ending) => `${flight}/track.${ending}`);
  const live = ['live', 'live.geojson', 'live/acars', 'live/acars/data', 'openapi.json', ''].map(
    (each) => `/tracker/api/v1/${each}`,
  );
  const pages = [
    '',
    'embed',
    'replay',
    'replay/flights.json',
    'live/snapshot',
    'operator/sign-in',
    'nowhere',
    'airports/LSZH',
  ];
  const documents = ['status', 'docs', 'openapi.json'].map((each) => `/api/tracker/${each}`);
  return [
    flight,
    ...files,
    `${flight}/update.json?version=&after=0&count=0`,
    `${flight}/picture.png`,
    ...live,
    ...pages.map((each) => `/tracker/${each}`),
    ...documents,
  ];
}

/** Returns how long the server ran at a stretch for one request, in ms of processor time. */
async function costOf(
  { port, pid }: ServerProcess,
  path: string,
  stretchOf: () => Promise<number>,
  note: BenchOptions['note'],
) {
  await stretchOf();
  const before = busyMs(pid);
  const { status, bytes } = await askFor(port, path);
  const cpuMs = busyMs(pid) - before;
  const stretch = await stretchOf();
  const short = path.replace(/flights\/[^/]{9,}/, 'flights/…');
  const cost = `${cpuMs.toFixed(1)} ms of CPU, ${stretch.toFixed(1)} ms at a stretch, ${bytes} bytes`;
  note(`strangers: ${short}: ${status}, ${cost}`);
  return stretch;
}

/** Returns what asks the server for its longest stretch since it was asked last. */
function stretchReader(pid: number, file: string): () => Promise<number> {
  return async () => {
    rmSync(file, { force: true });
    process.kill(pid, 'SIGUSR2');
    for (let tries = 0; tries < 2_000; tries++) {
      await setTimeout(5);
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (text.endsWith('\n')) return Number(text);
    }
    throw new Error('the server does not say how long it ran at a stretch');
  };
}

/** Time that the server's main thread has run, in ms. */
function busyMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function suffer(
  { port, id, ms }: { readonly port: number; readonly id: string; readonly ms: number },
  attack: Attack,
  note: BenchOptions['note'],
): Promise<Goal> {
  const opened = openAttack(attack, port, id);
  await setTimeout(500);
  const times = (await askWhile(port, setTimeout(ms))).toSorted((a, b) => a - b);
  opened[Symbol.dispose]();
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  note(
    `strangers: ${attack.what}: others were answered ${times.length} times, at most after ${times.at(-1)?.toFixed(0)} ms`,
  );
  await askFor(port, '/api/tracker/status');
  return judge(most(attack.goal, `ms until others are answered while ten connections ${attack.what}, p99`, 250), [p99]);
}
