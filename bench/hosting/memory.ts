import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { connectTracker, type TrackedFlight } from '../../src/client/client.ts';
import type { FolderSite } from '../../test/hosts/folder-site.ts';
import { until } from '../../test/until.ts';
import { type Goal, judge } from '../goal.ts';
import { residentBytes } from '../measure.ts';

const idleAim = { goal: 'H1', what: 'MB resident, idle', kind: 'at most', aim: 120, short: 120 } as const;
const flyingAim = { goal: 'H2', what: 'MB resident with 50 flights', kind: 'at most', aim: 160, short: 160 } as const;
const threadsAim = { goal: 'H3', what: 'threads with 50 flights', kind: 'at most', aim: 8, short: 8 } as const;
const mb = 1024 * 1024;
const times = { idleMs: 30_000, reportEveryMs: 5_000, flyMs: 120_000 } as const;
const shortTimes = { idleMs: 500, reportEveryMs: 500, flyMs: 1_000 } as const;

/** Idle, and while every pilot flies through the folder as clients of version 5 do. They stay in the air. */
export async function benchMemory(
  site: FolderSite,
  isShort: boolean,
  note: (text: string) => void,
): Promise<readonly Goal[]> {
  const { idleMs, reportEveryMs, flyMs } = isShort ? shortTimes : times;
  await until(async () => (await fetch(`${site.url}/acars/status.php`)).status === 200, { withinMs: 300_000 });
  await setTimeout(idleMs);
  const pid = site.serverPid();
  if (pid === null) throw new Error('The server has ended.');
  const idle = residentBytes(pid) / mb;
  note(`idle ${idle.toFixed(0)} MB, ${threadsOf(pid)} threads; ${site.pilots.length} pilots take off`);
  const flights = await takeOff(site);
  let [most, threads] = [0, 0];
  const isOver = performance.now() + flyMs;
  for (let step = 1; performance.now() < isOver; step++) {
    const due = performance.now() + reportEveryMs;
    await Promise.all(flights.map((flight, index) => report(flight, index, step)));
    most = Math.max(most, residentBytes(pid) / mb);
    threads = Math.max(threads, threadsOf(pid));
    await setTimeout(Math.max(0, due - performance.now()));
  }
  for (const flight of flights) flight.close();
  note(`flying ${most.toFixed(0)} MB at most, ${threads} threads`);
  return [judge(idleAim, [idle]), judge(flyingAim, [most]), judge(threadsAim, [threads])];
}

async function takeOff(site: FolderSite): Promise<readonly TrackedFlight[]> {
  const flights: TrackedFlight[] = [];
  for (const pilot of site.pilots) {
    const client = await connectTracker(site.url, { askPatienceMs: 120_000 });
    await client.login(pilot);
    const [bid] = await client.listBids();
    if (bid === undefined) throw new Error(`${pilot.login} has no bid`);
    flights.push(await client.startFlight({ bid_id: bid.id }));
  }
  return flights;
}

async function report(flight: TrackedFlight, index: number, step: number): Promise<void> {
  await flight.report({ lat: 41 + index / 100, lon: -73 + step / 500, altitude_msl: 20_000, gs: 300, heading: 90 });
  await flight.delivered();
}

const threadsOf = (pid: number) => readdirSync(`/proc/${pid}/task`).length;
