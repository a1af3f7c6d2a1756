import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compileShim } from '../../test/hosts/shim.ts';
import { serve, startLoad } from '../child.ts';
import { type Goal, judge } from '../goal.ts';
import { type Fleet, path } from './fleet.ts';

const p3a = { goal: 'P3a', what: 'p99 in ms, 10,000 flights, 2,000/s', kind: 'at most', aim: 25, short: 25 } as const;
const p3b = {
  goal: 'P3b',
  what: 'p99 in ms, every sync 10 ms slower, 1,000/s',
  kind: 'at most',
  aim: 40,
  short: 40,
} as const;

/** How long a pilot waits: ten thousand flights, and one real login a second beside them. */
export function benchLatency(fleet: Fleet): Promise<Goal> {
  return measure(fleet, p3a, 10_000, 2_000, {});
}

/** The same on a disk whose every sync takes 10 ms more. */
export function benchSlowDisk(fleet: Fleet): Promise<Goal> {
  return measure(fleet, p3b, 5_000, 1_000, {
    LD_PRELOAD: compileShim(join(import.meta.dirname, 'slow-fsync.c'), fleet.directory),
  });
}

async function measure(
  fleet: Fleet,
  aim: typeof p3a | typeof p3b,
  flights: number,
  positionsPerSecond: number,
  env: Readonly<Record<string, string>>,
): Promise<Goal> {
  const { directory, tokens } = await fleet.write(fleet.scaled(flights));
  await using server = await serve(directory, env);
  await using load = await startLoad(tokens);
  const ended = new AbortController();
  const logins = logInEachSecond(server.port, ended.signal);
  const result = await load.run({
    kind: 'open',
    port: server.port,
    path,
    flights: fleet.scaled(flights),
    positionsPerSecond: fleet.scaled(positionsPerSecond),
    warmUpMs: fleet.scaled(10_000),
    measureMs: fleet.scaled(50_000),
  });
  ended.abort();
  const { failed, unanswered, p50Ms, p99Ms, firstFailure } = result;
  fleet.note(
    `${aim.goal}: p50 ${p50Ms.toFixed(1)} ms, ${result.answered} answered, ${unanswered} unanswered, ${await logins} logins beside`,
  );
  if (failed + unanswered > 0) throw new Error(`${failed} refused, ${unanswered} unanswered: ${firstFailure}`);
  return judge(aim, [p99Ms]);
}

/** How many succeeded. Another pilot each time, so that the limit of failed logins has no part in it. */
export async function logInEachSecond(port: number, signal: AbortSignal): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    const response = await fetch(`http://127.0.0.1:${port}/api/tracker/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: `load-${count}@demo-air.example`, password: 'demo-pilot' }),
    });
    if (response.status !== 200) throw new Error(`a login was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    count += 1;
    await setTimeout(1_000);
  }
  return count;
}
