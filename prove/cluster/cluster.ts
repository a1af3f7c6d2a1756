import type { Prove } from '../prove.ts';
import { type Fault, faults } from './faults.ts';
import { describe, isKept } from './findings.ts';
import { formerOwner } from './former-owner.ts';
import { type Round, runTrial } from './trial.ts';

/** Service back within this time in 95 of 100 rounds, in milliseconds. */
const backWithinMs = 20_000;

/**
 * Three servers on three nodes lose nothing and file every flight once, whatever of them dies, hangs or is cut off. Then the
 * proof is tried on servers that are made to lose: it must notice.
 */
export const cluster: Prove = {
  usage: 'cluster [--short] [--self-test] [--rounds 30]',
  async run({ short, selfTest, rounds, note, out, figure }) {
    let isProven = true;
    if (!selfTest) {
      const count = rounds ?? (short ? quickFaults.length : 30);
      const result = await runTrial({ faults: chosen(count, short), pilots: short ? 4 : 12, weakness: 'none' }, note);
      // A short run is one of several programs that share a verification's machine: its times say nothing.
      isProven = isKept(result.findings) && (short || percentile(result.rounds, 0.95) <= backWithinMs);
      const text = `${count} rounds: ${describe(result.findings)}; service back ${figuresOf(result.rounds)}`;
      out(`${text}: ${isProven ? 'kept' : 'NOT KEPT'}`);
      for (const complaint of result.findings.complaints) out(`  ${complaint}`);
      const { count: answered, unavailable, broken } = result.answers;
      out(`  ${answered} answers, ${unavailable} of them 503 with Retry-After; ${broken} requests without an answer`);
      figure({ promise: 'cluster', text, isKept: isProven });
    }
    if (!short) isProven = (await isNoticed(note, out)) && isProven;
    return isProven;
  },
};

/** What a short run lets happen: each of its kinds is over within seconds. */
const quickFaults = ['kill -9 of a server', 'kill -9 of a database node', 'a graceful stop of a server'];

/** Every kind in turn. */
function chosen(count: number, short: boolean): readonly Fault[] {
  const list = short ? faults.filter(({ name }) => quickFaults.includes(name)) : faults;
  return Array.from({ length: count }, (_, index) => list[index % list.length]).filter((fault) => fault !== undefined);
}

function percentile(rounds: readonly Round[], share: number): number {
  const sorted = rounds.map(({ backMs }) => backMs).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function figuresOf(rounds: readonly Round[]): string {
  const seconds = (share: number) => (percentile(rounds, share) / 1_000).toFixed(1);
  return `p50 ${seconds(0.5)} s, p95 ${seconds(0.95)} s, at most ${seconds(1)} s`;
}

async function isNoticed(note: (text: string) => void, out: (text: string) => void): Promise<boolean> {
  const owners = await formerOwner(note);
  out(
    `a former owner writes: ${owners.text}: ${owners.isProven ? 'refused, and noticed where it is not' : 'NOT PROVEN'}`,
  );
  const kills = faults.filter(({ name }) => name === 'kill -9 of a server');
  const weak = await runTrial({ faults: [...kills, ...kills, ...kills], pilots: 8, weakness: 'early-reply' }, note);
  const hasLost = weak.findings.lost > 0;
  out(`with replies before the commit: ${describe(weak.findings)}: ${hasLost ? 'noticed' : 'NOT NOTICED'}`);
  return owners.isProven && hasLost;
}
