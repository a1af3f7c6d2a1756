import { Galera } from '../../test/hosts/galera/galera.ts';
import type { Prove, ProveOptions } from '../prove.ts';
import { Crew5 } from './crew-5.ts';
import { Crew7 } from './crew-7.ts';
import { type Fault, faults } from './faults.ts';
import { add, describe, isKept } from './findings.ts';
import { formerOwner } from './former-owner.ts';
import { runTrial, type TrialResult } from './trial.ts';

/** Every pilot has two answers again within this time in 95 of 100 rounds, in milliseconds. */
const backWithinMs = 10_000;

/**
 * Three servers on three nodes lose nothing and file every flight once, whatever of them dies, hangs or is cut off: behind the documented nginx, beside a
 * phpVMS 7, and in a longer run every fault once beside a phpVMS 5. Then the proof is tried on servers that are made to lose: it
 * must notice.
 */
export const cluster: Prove = {
  usage: 'cluster [--short] [--self-test] [--rounds 30]',
  async run(options) {
    const { short, selfTest, note, out, figure } = options;
    await using galera = await Galera.start(3);
    let isProven = true;
    if (!selfTest) {
      const result = await fly(galera, options);
      const times = result.rounds.map(({ backMs }) => backMs);
      const waits = result.rounds.map(({ waitMs }) => waitMs);
      // A short run is one of several programs that share a verification's machine: its times say nothing.
      isProven = isKept(result.findings) && (short || percentile(times, 0.95) <= backWithinMs);
      const text = `${times.length} rounds: ${describe(result.findings)}; every pilot has two answers again ${figuresOf(times)}; longest wait ${figuresOf(waits)}`;
      out(`${text}: ${isProven ? 'kept' : 'NOT KEPT'}`);
      for (const complaint of result.findings.complaints) out(`  ${complaint}`);
      const { count: answered, unavailable, broken } = result.answers;
      out(`  ${answered} answers, ${unavailable} of them 503 with Retry-After; ${broken} requests without an answer`);
      figure({ promise: 'cluster', text, isKept: isProven });
    }
    const owners = await formerOwner(galera, short ? 8 : 40);
    const word = owners.isProven ? 'refused, and noticed where it is not' : 'NOT PROVEN';
    out(`a former owner writes: ${owners.text}: ${word}`);
    return (short || (await isLossNoticed(galera, note, out))) && owners.isProven && isProven;
  },
};

async function fly(galera: Galera, { short, rounds, note }: ProveOptions): Promise<TrialResult> {
  const list = short ? faults.filter(({ name }) => quickFaults.includes(name)) : faults;
  const count = rounds ?? (short ? list.length : 30);
  const beside5 = count >= 2 * list.length ? list.length : 0;
  const openCrew7 = Crew7.open.bind(Crew7);
  const trial = { galera, pilots: short ? 4 : 12, weakness: 'none' } as const;
  const result = await runTrial({ ...trial, openCrew: openCrew7, faults: inTurn(list, count - beside5) }, note);
  if (beside5 === 0) return result;
  note('beside a phpVMS 5:');
  const openCrew5 = Crew5.open.bind(Crew5);
  const other = await runTrial({ ...trial, openCrew: openCrew5, faults: inTurn(list, beside5) }, note);
  return {
    rounds: [...result.rounds, ...other.rounds],
    findings: add(result.findings, other.findings),
    answers: {
      count: result.answers.count + other.answers.count,
      unavailable: result.answers.unavailable + other.answers.unavailable,
      broken: result.answers.broken + other.answers.broken,
    },
  };
}

/** What a short run lets happen: each of its kinds is over within seconds. */
const quickFaults = ['kill -9 of a server', 'kill -9 of a database node'];

/** Every kind in turn. */
function inTurn(list: readonly Fault[], count: number): readonly Fault[] {
  return Array.from({ length: count }, (_, index) => list[index % list.length]).filter((fault) => fault !== undefined);
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function figuresOf(times: readonly number[]): string {
  const seconds = (share: number) => (percentile(times, share) / 1_000).toFixed(1);
  return `p50 ${seconds(0.5)} s, p95 ${seconds(0.95)} s, at most ${seconds(1)} s`;
}

async function isLossNoticed(
  galera: Galera,
  note: (text: string) => void,
  out: (text: string) => void,
): Promise<boolean> {
  const kills = faults.filter(({ name }) => name === 'kill -9 of a server');
  const openCrew = Crew7.open.bind(Crew7);
  const all = [...kills, ...kills, ...kills];
  const weak = await runTrial({ galera, openCrew, faults: all, pilots: 8, weakness: 'early-reply' }, note);
  const hasLost = weak.findings.lost > 0;
  out(`with replies before the commit: ${describe(weak.findings)}: ${hasLost ? 'noticed' : 'NOT NOTICED'}`);
  return hasLost;
}
