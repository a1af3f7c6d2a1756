import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLoad } from '../../bench/child.ts';
import { writeFixture } from '../../bench/fixture.ts';
import type { LoadResult } from '../../bench/summary.ts';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { FleetServer } from '../fleet/server.ts';
import type { Weakness } from '../fleet/weakness.ts';
import type { Prove } from '../prove.ts';
import { describeMemory, isFlat, type Sample, sampleWhile } from './memory.ts';

interface Size {
  readonly flights: number;
  readonly positionsPerSecond: number;
  readonly minutes: number;
}

interface Soaked {
  readonly load: LoadResult;
  /** Positions in the journal, and how many of them are there more than once. */
  readonly stored: number;
  readonly twice: number;
  readonly samples: readonly Sample[];
}

/** Ten thousand flights that report 2,000 positions a second: memory stays where it is, and all of them are stored, once. */
export const soakFleet: Prove = {
  usage: 'soak-fleet [--short] [--self-test] [--minutes 20]',
  async run({ short, selfTest, minutes, note, out, figure }) {
    const brief = { flights: 200, positionsPerSecond: 200, minutes: 2.5 / 60 };
    const whole = { flights: 10_000, positionsPerSecond: 2_000, minutes: minutes ?? 20 };
    const size = short || selfTest ? brief : whole;
    let isProven = true;
    if (!selfTest) {
      const soaked = await runSoak(size, 'none', note);
      isProven = isKept(soaked);
      const text = `${size.flights} flights, ${size.minutes.toFixed(1)} min: ${describe(soaked)}`;
      out(`${text}: ${isProven ? 'kept' : 'NOT KEPT'}`);
      if (soaked.load.firstFailure !== null) out(`  ${soaked.load.firstFailure}`);
      figure({ promise: 'soak.fleet', text, isKept: isProven });
    }
    const weak = await runSoak(brief, 'leaks-and-forgets', note);
    const [hasLost, hasGrown] = [lostOf(weak) > 0, !isFlat(weak.samples)];
    const noticed = hasLost && hasGrown;
    out(
      `a server that forgets each 15th report and remembers the others: ${describe(weak)}: ${noticed ? '' : 'NOT '}noticed`,
    );
    return isProven && noticed;
  },
};

/** What was answered and is not stored; what is stored and was never answered may be there. */
const lostOf = ({ load, stored }: Soaked) => Math.max(0, load.answered - stored);

function isKept(soaked: Soaked): boolean {
  const { load, twice, samples } = soaked;
  const isAll = load.answered > 0 && load.failed === 0 && lostOf(soaked) === 0 && twice === 0;
  return isAll && isFlat(samples);
}

function describe(soaked: Soaked): string {
  const { load, twice, samples } = soaked;
  return (
    `${load.answered} positions acknowledged, ${load.failed} refused, ${load.unanswered} on their way at the end, ` +
    `${lostOf(soaked)} lost, ${twice} stored twice; p99 ${load.p99Ms.toFixed(0)} ms; ${describeMemory(samples)}`
  );
}

async function runSoak(size: Size, weakness: Weakness, note: (text: string) => void): Promise<Soaked> {
  const data = mkdtempSync(join(tmpdir(), 'tracker-soak-fleet-'));
  try {
    const tokens = await writeFixture(data, size.flights);
    const isBrief = size.minutes < 10;
    const server = await FleetServer.start({ data, weakness, trouble: null, collects: isBrief });
    try {
      await using load = await startLoad(tokens);
      const { flights, positionsPerSecond, minutes } = size;
      const where = { kind: 'open', port: server.port, path: '/api/tracker/position', flights } as const;
      const running = load.run({ ...where, positionsPerSecond, warmUpMs: 0, measureMs: minutes * 60_000 });
      let isDone = false;
      const done = running.finally(() => {
        isDone = true;
      });
      const samples = await sampleWhile(server, { isBrief, isOver: () => isDone, note });
      const result = await done;
      await server.end('SIGTERM');
      return { load: result, samples, ...(await countStored(data)) };
    } finally {
      await server.end('SIGKILL');
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function countStored(directory: string) {
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    let [stored, twice] = [0, 0];
    for (const { flight } of journal.initial.flights) {
      const { number } = flight;
      const reports = await journal.readReports(number);
      const seqs = new Set(reports.flatMap((report) => (report.kind === 'position' ? [report.position.seq] : [])));
      stored += seqs.size;
      twice += reports.length - seqs.size;
    }
    return { stored, twice };
  } finally {
    await journal.close();
  }
}
