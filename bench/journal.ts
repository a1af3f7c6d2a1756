import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../src/journal/open.ts';
import { systemClock } from '../src/lib/clock.ts';
import type { BenchOptions } from './bench-options.ts';
import { samplePosition } from './fleet/sample-position.ts';
import { type Aim, type Goal, judge } from './goal.ts';

const rate: Aim = {
  goal: 'J1',
  what: 'thousands of positions a second that the journal alone makes durable',
  kind: 'at least',
  aim: 150,
  short: 100,
};
const cpu: Aim = {
  goal: 'J2',
  what: 'microseconds of the main thread that a position costs in the journal',
  kind: 'at most',
  aim: 0.6,
  short: 1,
};

const flights = 1000;
/** As many as a busy server has waiting for one commit. */
const together = 64;
/** So many times as many are under way. */
const maxWaiting = 4;

/** The journal without HTTP and core: single positions of many flights, each durable before its place is taken by another. */
export async function benchJournal({ rounds, isShort }: BenchOptions): Promise<readonly Goal[]> {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) results.push(await runRound(isShort ? 10_000 : 200_000));
  return [
    judge(
      rate,
      results.map(({ perSecond }) => perSecond / 1000),
    ),
    judge(
      cpu,
      results.map(({ mainUs }) => mainUs),
    ),
  ];
}

interface Round {
  readonly perSecond: number;
  readonly mainUs: number;
}

async function runRound(perRound: number): Promise<Round> {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    const waiting: Promise<void>[] = [];
    const positions = Array.from({ length: 1000 }, (_, seq) => [samplePosition(seq)]);
    const began = performance.now();
    const cpuBefore = process.threadCpuUsage();
    for (let sent = 0; sent < perRound; sent += together) {
      let last = Promise.resolve();
      for (let row = sent; row < sent + together; row++)
        last = journal.appendPositions(1 + (row % flights), positions[row % positions.length] ?? []).durable;
      waiting.push(last);
      if (waiting.length >= maxWaiting) await waiting.shift();
    }
    await Promise.all(waiting);
    const { user, system } = process.threadCpuUsage(cpuBefore);
    return { perSecond: perRound / ((performance.now() - began) / 1000), mainUs: (user + system) / perRound };
  } finally {
    await journal.close();
    rmSync(directory, { recursive: true });
  }
}
