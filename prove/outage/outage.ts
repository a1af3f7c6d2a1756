import type { Prove, ProveOptions } from '../prove.ts';
import { describeFindings, describeWrong, isFaultless } from './findings.ts';
import { type Outcome, type Size, tell } from './story.ts';
import { weaknesses } from './weakness.ts';

const minute = 60_000;
const whole = { pilots: 200, everyMs: minute / 2, beforeMs: 30 * minute, outageMs: 120 * minute, afterMs: 30 * minute };
const brief = { pilots: 10, everyMs: minute / 2, beforeMs: 3 * minute, outageMs: 15 * minute, afterMs: 6 * minute };
const tiny: Size = { ...brief, restarts: 1 };

/** What is allowed beside noise: the heap holds no report that waits, only the ranges of their numbers. */
const [noiseBytes, bytesPerReport] = [6_000_000, 250];

/**
 * Two hours without the crew center, by a clock that is moved: pilots fly on, start and finish, the server is started again
 * now and then, and some reports are such that the crew center can never store them. Afterwards it has every other report,
 * once and in order, and one PIREP of each flight; the operator is told of those reports by name.
 */
export const outage: Prove = {
  usage: 'outage [--short] [--self-test]',
  async run(options) {
    const { short, selfTest } = options;
    const isKept = selfTest || (await prove(short ? tiny : { ...whole, restarts: 5 }, options));
    return (await proveProof(options)) && isKept;
  },
};

async function prove(size: Size, { out, figure }: ProveOptions): Promise<boolean> {
  const outcome = await tell(size, 'none');
  const { findings, outbox, refusedStarts, waitingFinishes, repeated, grown } = outcome;
  const text =
    `${size.pilots} pilots, the crew center away for ${size.outageMs / minute} min, ${size.restarts + 1} restarts: ` +
    `${describeFindings(findings)}; ${refusedStarts} starts and ${waitingFinishes} finishes had to wait, ` +
    `${outbox.reports} reports of ${outbox.flights} flights waited at its end, ` +
    `${repeated} came again and were known again; ` +
    `heap ${(grown.bytes / 1_000_000).toFixed(1)} MB more after ${grown.reports} of them`;
  const wrong = whatIsWrong(outcome, size);
  out(`${text}: ${wrong === null ? 'kept' : `NOT KEPT (${wrong})`}`);
  figure({ promise: 'outage', text, isKept: wrong === null });
  return wrong === null;
}

/** Null when nothing is. The outbox has an entry for each flight at most, and nothing is delivered during the outage. */
function whatIsWrong(outcome: Outcome, size: Size): string | null {
  const { findings, outbox, refusedStarts, waitingFinishes, meanwhile, grown } = outcome;
  if (!isFaultless(findings)) return describeWrong(findings);
  if (refusedStarts === 0 || waitingFinishes === 0) return 'nobody had to wait';
  if (meanwhile === 0 || outbox.reports < meanwhile) return `${outbox.reports} of ${meanwhile} reports waited`;
  if (outbox.flights > size.pilots) return `${outbox.flights} entries in the outbox`;
  const most = noiseBytes + bytesPerReport * grown.reports;
  return grown.bytes > most ? `the heap grew by ${grown.bytes} bytes, more than ${most}` : null;
}

async function proveProof({ out }: ProveOptions): Promise<boolean> {
  let areNoticed = true;
  for (const weakness of weaknesses) {
    const wrong = whatIsWrong(await tell(tiny, weakness), tiny);
    out(`${weakness}: ${wrong === null ? 'NOT NOTICED' : `noticed (${wrong})`}`);
    areNoticed &&= wrong !== null;
  }
  return areNoticed;
}
