import { setTimeout } from 'node:timers/promises';
import { serve, startLoad } from '../child.ts';
import { type Goal, judge } from '../goal.ts';
import { residentBytes } from '../measure.ts';
import { type Fleet, path } from './fleet.ts';

const whole = {
  goal: 'P8',
  what: 'MB with 10,000 flights connected, 2,000/s, at most',
  kind: 'at most',
  aim: 350,
  short: 350,
} as const;
const left = {
  goal: 'P8',
  what: 'MB three minutes after all have left',
  kind: 'at most',
  aim: 280,
  short: 280,
} as const;
const each = { goal: 'P8', what: 'KB a connection', kind: 'at most', aim: 12, short: 12 } as const;
const mb = 1024 * 1024;

/** Memory over `minutes`, and when all connections have ended: in the 22 of the default every flight is sealed twice, as sealing comes each ten. */
export async function benchMemory(fleet: Fleet): Promise<readonly Goal[]> {
  const flights = fleet.scaled(10_000);
  const { directory, tokens } = await fleet.write(flights);
  await using server = await serve(directory, {}, await fleet.packed());
  await using load = await startLoad(tokens);
  await setTimeout(fleet.scaled(3_000));
  const idle = residentBytes(server.pid);
  const settings = { kind: 'open', port: server.port, path, flights } as const;
  const connecting = load.run({ ...settings, positionsPerSecond: 1, warmUpMs: 0, measureMs: fleet.scaled(20_000) });
  await setTimeout(fleet.scaled(18_000));
  const connected = residentBytes(server.pid);
  await connecting;
  const running = load.run({
    ...settings,
    positionsPerSecond: fleet.scaled(2_000),
    warmUpMs: fleet.scaled(10_000),
    measureMs: fleet.isShort ? 1_000 : fleet.minutes * 60_000,
  });
  const samples = await sampleUntil(running, server.pid);
  const { p99Ms, failed, unanswered, firstFailure } = await running;
  if (failed + unanswered > 0) throw new Error(`${failed} refused, ${unanswered} unanswered: ${firstFailure}`);
  fleet.note(`P8: p99 ${p99Ms.toFixed(1)} ms; ${describeSlope(samples)}`);
  const most = Math.max(...samples.map((sample) => sample.bytes));
  await setTimeout(fleet.scaled(180_000));
  const after = residentBytes(server.pid);
  return [
    judge(whole, [most / mb]),
    judge(left, [after / mb]),
    judge(each, [Math.max(0, connected - idle) / flights / 1024]),
  ];
}

interface Sample {
  readonly minute: number;
  readonly bytes: number;
}

async function sampleUntil(running: Promise<unknown>, pid: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const state = { isOver: false };
  const over = running.finally(() => {
    state.isOver = true;
  });
  const begun = performance.now();
  while (!state.isOver) {
    samples.push({ minute: (performance.now() - begun) / 60_000, bytes: residentBytes(pid) });
    await Promise.race([setTimeout(5_000), over.catch(() => undefined)]);
  }
  return samples;
}

/** By least squares over the last five minutes. */
function describeSlope(samples: readonly Sample[]): string {
  const until = samples.at(-1)?.minute ?? 0;
  const last = samples.filter((sample) => sample.minute >= until - 5);
  const mean = (pick: (sample: Sample) => number) => last.reduce((sum, sample) => sum + pick(sample), 0) / last.length;
  const minute = mean((sample) => sample.minute);
  const bytes = mean((sample) => sample.bytes);
  const above = last.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.bytes - bytes), 0);
  const below = last.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
  return `${(above / below / mb).toFixed(2)} MB a minute over the last five, ${(bytes / mb).toFixed(0)} MB on average`;
}
