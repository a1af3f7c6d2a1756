import { setTimeout } from 'node:timers/promises';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { serve } from '../child.ts';
import { type Goal, judge } from '../goal.ts';
import { type LoadFlight, positionBody } from '../position-body.ts';
import { type Fleet, path } from './fleet.ts';
import { samplePosition } from './sample-position.ts';

const aim = {
  goal: 'P6b',
  what: 'seconds from start to the first accepted position, 100,000 undelivered rows',
  kind: 'at most',
  aim: 1,
  short: 1,
} as const;
const rows = 100_000;

/**
 * How soon a server is back that has a backlog: nothing of it is delivered, as after a crew center that was down. It is the
 * program as a release packs it, because a checkout takes most of the time to read its sources; its first start, which keeps
 * what the next ones take less time with, does not count.
 */
export async function benchRestart(fleet: Fleet): Promise<Goal> {
  const program = await fleet.packed();
  if (program === undefined) return judge(aim, [await restart(fleet)]);
  const seconds: number[] = [];
  for (let round = 0; round < 3; round++) seconds.push(await restart(fleet, program));
  fleet.note(`P6b: ${seconds.map((each) => each.toFixed(2)).join(' ')} s`);
  return judge(aim, seconds);
}

/** @param program - folder of another program than this checkout */
async function restart(fleet: Fleet, program?: string): Promise<number> {
  const { directory, tokens } = await fleet.write(200);
  await addBacklog(directory, fleet.scaled(rows));
  const flight: LoadFlight = { token: tokens[0] ?? '', seq: 1_000_000 };
  const begun = performance.now();
  await using server = await serve(directory, {}, program);
  while ((await post(server.port, flight)) !== 200) await setTimeout(5);
  return (performance.now() - begun) / 1_000;
}

async function addBacklog(directory: string, wanted: number): Promise<void> {
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    const numbers = journal.initial.flights.map((stored) => stored.flight.number);
    const perCall = 500;
    const appended: Promise<void>[] = [];
    for (let count = 0; count < wanted; count += perCall) {
      const call = count / perCall;
      const first = Math.floor(call / numbers.length) * perCall;
      const positions = Array.from({ length: perCall }, (_, index) => samplePosition(first + index + 1));
      appended.push(journal.appendPositions(numbers[call % numbers.length] ?? 0, positions).durable);
      if (appended.length % 20 === 0) await Promise.all(appended);
    }
    await Promise.all(appended);
  } finally {
    await journal.close();
  }
}

async function post(port: number, flight: LoadFlight): Promise<number> {
  flight.seq += 1;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${flight.token}` };
  const body = positionBody(flight.seq, Date.now());
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
