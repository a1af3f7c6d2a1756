import type { Prove } from '../prove.ts';
import type { Findings } from './ledger.ts';
import { describe, type Kind, runTrial } from './trial.ts';
import { type Wire, wires } from './wire.ts';

const kinds: readonly { readonly kind: Kind; readonly promise: string }[] = [
  { kind: 'kill -9', promise: 'durability.kill' },
  { kind: 'power cut', promise: 'durability.power-cut' },
  { kind: 'slow disk', promise: 'durability.slow-disk' },
  { kind: 'full disk', promise: 'durability.full-disk' },
];
const [native] = wires;
/** What the proof must notice, and by which end of the server. */
const weaknesses = [
  { name: 'synchronous=NORMAL', weakness: 'no-sync', kind: 'power cut' },
  { name: 'replies before the commit', weakness: 'early-reply', kind: 'full disk' },
  { name: 'replies before the commit', weakness: 'early-reply', kind: 'kill -9' },
] as const;

/** In short each contract ends in another way; the whole proof tries each with each. */
function plan(short: boolean): readonly { readonly wire: Wire; readonly kind: Kind; readonly promise: string }[] {
  const all = wires.flatMap((wire, at) => kinds.map((each, index) => ({ wire, ...each, isBrief: at === index })));
  return all.filter(({ isBrief }) => !short || isBrief);
}

/**
 * What was acknowledged is stored, once, however the server ends: it is killed at random moments under full load by clients
 * of every contract, also with all that was not synced gone, on a slow disk and after the disk was full. Then the proof is
 * tried on servers that are made to lose: it must notice.
 */
export const durability: Prove = {
  usage: 'durability [--short] [--self-test] [--rounds N]',
  async run({ short, selfTest, rounds, note, out, figure }) {
    const count = rounds ?? (short ? 1 : 10);
    let isProven = true;
    for (const { wire, kind, promise } of selfTest ? [] : plan(short)) {
      const findings = await runTrial({ kind, wire, weakness: 'none', rounds: count, untilLoss: false }, note);
      const isKept = findings.acknowledged > 0 && findings.lost === 0 && findings.twice === 0;
      const text = `${wire.name}, ${count} times: ${describe(findings)}`;
      out(`${kind}, ${text}: ${isKept ? 'kept' : 'NOT KEPT'}`);
      figure({ promise, text, isKept });
      isProven &&= isKept;
    }
    for (const { name, weakness, kind } of short ? weaknesses.slice(0, 2) : weaknesses) {
      const findings = await runTrial({ kind, wire: native, weakness, rounds: 10, untilLoss: true }, note);
      out(`with ${name}, ${kind}: ${describe(findings)}: ${isNoticed(findings) ? 'noticed' : 'NOT NOTICED'}`);
      isProven &&= isNoticed(findings);
    }
    return isProven;
  },
};

function isNoticed(findings: Findings): boolean {
  return findings.lost > 0;
}
