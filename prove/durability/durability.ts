import type { Prove } from '../prove.ts';
import type { Findings } from './ledger.ts';
import { describe, runTrial, type Trial } from './trial.ts';

const proof: readonly { readonly kind: Trial['kind']; readonly promise: string }[] = [
  { kind: 'kill -9', promise: 'durability.kill' },
  { kind: 'power cut', promise: 'durability.power-cut' },
];
/** What the proof must notice, and by which end of the server. */
const weaknesses = [
  { name: 'synchronous=NORMAL', weakness: 'no-sync', kind: 'power cut' },
  { name: 'replies before the commit', weakness: 'early-reply', kind: 'kill -9' },
] as const;

/**
 * What was acknowledged is stored, once, however the server ends: it is killed at random moments under full load, also
 * with all that was not synced gone. Then the proof is tried on servers that are made to lose: it must notice.
 */
export const durability: Prove = {
  usage: 'durability [--short] [--self-test] [--rounds N]',
  async run({ short, selfTest, rounds, note, out, figure }) {
    const count = rounds ?? (short ? 2 : 20);
    let isProven = true;
    for (const { kind, promise } of selfTest ? [] : proof) {
      const findings = await runTrial({ kind, weakness: 'none', rounds: count, untilLoss: false }, note);
      const isKept = findings.acknowledged > 0 && findings.lost === 0 && findings.twice === 0;
      const text = `${kind}, ${count} times: ${describe(findings)}`;
      out(`${text}: ${isKept ? 'kept' : 'NOT KEPT'}`);
      figure({ promise, text, isKept });
      isProven &&= isKept;
    }
    for (const { name, weakness, kind } of weaknesses) {
      const findings = await runTrial({ kind, weakness, rounds: 10, untilLoss: true }, note);
      out(`with ${name}, ${kind}: ${describe(findings)}: ${isNoticed(findings) ? 'noticed' : 'NOT NOTICED'}`);
      isProven &&= isNoticed(findings);
    }
    return isProven;
  },
};

function isNoticed(findings: Findings): boolean {
  return findings.lost > 0;
}
