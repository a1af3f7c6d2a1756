import { Galera } from '../../test/hosts/galera/galera.ts';
import type { Prove, ProveOptions } from '../prove.ts';
import { Crew5 } from './crew-5.ts';
import { Crew7 } from './crew-7.ts';
import type { Fault } from './faults/fault.ts';
import { faults } from './faults/faults.ts';
import { fullDisk } from './faults/machines.ts';
import { add, describe, isKept } from './findings.ts';
import { formerOwner } from './former-owner.ts';
import { ofKinds, timesOf } from './times.ts';
import { runTrial, type TrialResult } from './trial.ts';

/** Every pilot has two answers again within this time in 95 of 100 rounds in which operators planned nothing, in milliseconds. */
const backWithinMs = 10_000;

/**
 * Three servers on three nodes lose nothing and file every flight once, whatever of them dies, hangs or is cut off: behind the documented nginx, beside a
 * phpVMS 7, and in a longer run every fault once beside a phpVMS 5. Then the proof is tried on servers that are made to lose: it
 * must notice.
 */
export const cluster: Prove = {
  usage: 'cluster [--short] [--self-test] [--rounds COUNT] [--only WORDS]',
  async run(options) {
    const { short, selfTest, note, out, figure } = options;
    await using galera = await Galera.start(3, !short);
    let isProven = true;
    if (!selfTest) {
      const result = await fly(galera, options);
      const unplanned = result.rounds.filter(({ isPlanned }) => !isPlanned);
      const back = timesOf(unplanned.map(({ backMs }) => backMs));
      const waits = timesOf(unplanned.map(({ waitMs }) => waitMs));
      // A short run is one of several programs that share a verification's machine: its times say nothing.
      isProven = isKept(result.findings) && (short || back.p95Ms <= backWithinMs);
      const text = `${result.rounds.length} rounds: ${describe(result.findings)}; every pilot has two answers again ${back.text}; longest wait ${waits.text}`;
      out(`${text}: ${isProven ? 'kept' : 'NOT KEPT'}`);
      for (const line of ofKinds(result.rounds)) out(`  ${line}`);
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

async function fly(galera: Galera, { short, rounds, note, given: { only = '' } }: ProveOptions): Promise<TrialResult> {
  const possible = galera.smallDisk === null ? faults.filter((fault) => fault !== fullDisk) : faults;
  if (!short && possible.length < faults.length)
    note(`not tried: ${fullDisk.name}, which needs the right to mount a file system`);
  const list = possible.filter(
    ({ name, isPlanned = false }) =>
      name.includes(only) && (!isPlanned || only !== '') && (!short || quickFaults.includes(name)),
  );
  const count = rounds ?? (short ? list.length : 2 * list.length);
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
