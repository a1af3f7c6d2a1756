import { startLoad } from '../../bench/child.ts';
import { writeFixture } from '../../bench/fixture.ts';
import type { OpenLoadResult } from '../../bench/open-load.ts';
import type { Told } from '../../bench/summary.ts';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { openFleetServer, type Weakness } from '../fleet/server.ts';
import type { Prove } from '../prove.ts';
import { describeMemory, isFlat, type Sample, sampleWhile } from './memory.ts';

interface Size {
  readonly flights: number;
  readonly positionsPerSecond: number;
  readonly minutes: number;
}

interface Soaked {
  readonly load: OpenLoadResult;
  /** Positions that were acknowledged and are not in the journal. */
  readonly lost: number;
  /** Positions that are there once more than they should. */
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
    const [hasLost, hasGrown] = [weak.lost > 0, !isFlat(weak.samples)];
    const noticed = hasLost && hasGrown;
    out(
      `a server that forgets each 15th report and remembers the others: ${describe(weak)}: ${noticed ? '' : 'NOT '}noticed`,
    );
    return isProven && noticed;
  },
};

function isKept(soaked: Soaked): boolean {
  const { load, lost, twice, samples } = soaked;
  const isAll = load.answered > 0 && load.failed === 0 && lost === 0 && twice === 0;
  return isAll && isFlat(samples);
}

function describe(soaked: Soaked): string {
  const { load, lost, twice, samples } = soaked;
  return (
    `${load.answered} positions acknowledged, ${load.failed} refused, ${load.unanswered} on their way at the end, ` +
    `${lost} lost, ${twice} stored twice; p99 ${load.p99Ms.toFixed(0)} ms; ${describeMemory(samples)}`
  );
}

async function runSoak(size: Size, weakness: Weakness, note: (text: string) => void): Promise<Soaked> {
  using folder = tempFolder('soak-fleet');
  const { path: data } = folder;
  const tokens = await writeFixture(data, size.flights);
  const isBrief = size.minutes < 10;
  await using server = await openFleetServer({ data, weakness, trouble: null, collects: isBrief });
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
  return { load: result, samples, ...(await compare(data, result.told)) };
}

/** @param told - of each flight, in the order of their numbers */
async function compare(directory: string, told: readonly Told[]) {
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    const numbers = journal.initial.flights.map(({ flight }) => flight.number).sort((a, b) => a - b);
    let [lost, twice] = [0, 0];
    for (const [index, { upTo, refused }] of told.entries()) {
      const reports = await journal.readReports(numbers[index] ?? 0);
      const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position.seq] : []));
      const stored = new Set(positions);
      for (let seq = 1; seq <= upTo; seq++) if (!stored.has(seq) && !refused.includes(seq)) lost += 1;
      twice += positions.length - stored.size;
    }
    return { lost, twice };
  } finally {
    await journal.close();
  }
}
