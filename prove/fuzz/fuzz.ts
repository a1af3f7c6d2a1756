import type { Prove, ProveOptions } from '../prove.ts';
import type { Version } from '../served/contracts.ts';
import { type AttackReport, attack } from './attack.ts';
import { flyAfterwards, signInBefore } from './flight-afterwards.ts';
import { hasGrown } from './growth.ts';
import { tryTheProof } from './self-test.ts';
import { Target } from './target.ts';

const versions: readonly Version[] = ['7', '5'];
const fullCount = 1_000_000;
const shortCount = 12_000;
const fullMinutes = 30;
const shortMs = 4_000;
const deadlineMs = 20_000;
const warmUpMs = 60_000;

/**
 * Every route of a running server withstands requests of every kind: none is answered with an error of ours, none hangs,
 * none is told what only we may know, the memory stays flat, and a flight can be flown afterwards.
 */
export const fuzz: Prove = {
  usage: 'fuzz [--short] [--self-test] [--seed N] [--steps REQUESTS] [--minutes M]',
  async run(options) {
    const { selfTest, out } = options;
    const seed = options.seed ?? (options.short ? 1 : Date.now() % 1_000_000);
    // One after the other, each has the machine for itself; the short ones need not.
    const runs = [...(selfTest ? [] : versions.map((version) => () => runVersion(version, seed, options)))];
    const trial = () => tryTheProof(seed);
    const [missed, ...kept] = options.short
      ? await Promise.all([trial(), ...runs.map((run) => run())])
      : [await trial(), ...(await inTurn(runs))];
    out(
      missed.length === 0
        ? 'with faults planted: each noticed'
        : `with faults planted: NOT NOTICED: ${missed.join(', ')}`,
    );
    return kept.every((each) => each) && missed.length === 0;
  },
};

async function inTurn(runs: readonly (() => Promise<boolean>)[]): Promise<readonly boolean[]> {
  const kept: boolean[] = [];
  for (const run of runs) kept.push(await run());
  return kept;
}

async function runVersion(version: Version, seed: number, { short, steps, minutes, note, out, figure }: ProveOptions) {
  await using target = await Target.open(version, 'none');
  await signInBefore(target);
  const count = Math.ceil((steps ?? (short ? shortCount : fullCount)) / versions.length);
  const maxMs = short ? shortMs : ((minutes ?? fullMinutes) * 60_000) / versions.length;
  const report = await attack(target, {
    version,
    seed,
    count,
    maxMs,
    deadlineMs,
    warmUpMs,
    isEnough: () => false,
    isMeant: () => true,
    note,
  });
  for (const { name, shown, route, index, request } of report.findings.list())
    out(`${name}: ${route}\n  seed ${seed}, version ${version}, request ${index}: ${request}\n  ${shown}`);
  const isEverywhere = short || report.leastHit.count > 0;
  const isFlat = !hasGrown(report.before, report.after);
  const flown = await flyAfterwards(target, version);
  const text = describe(version, seed, report);
  const isKept = report.findings.count === 0 && report.sent > 0 && isEverywhere && isFlat && flown === null;
  out(
    `${text}${isFlat ? '' : ': THE MEMORY GREW'}${flown === null ? '' : `: NO FLIGHT AFTERWARDS: ${flown}`}: ${isKept ? 'kept' : 'NOT KEPT'}`,
  );
  figure({ promise: 'fuzz', text, isKept });
  return isKept;
}

function describe(version: Version, seed: number, report: AttackReport): string {
  const { sent, seconds, routes, leastHit, findings, before, after, statuses, slowClosed } = report;
  const mib = (bytes: number) => `${(bytes / (1 << 20)).toFixed(0)} MiB`;
  const groups = Object.groupBy(statuses, ([status]) => (/^\d/.test(status) ? `${status[0]}xx` : status));
  const counts = Object.entries(groups).map(
    ([name, group = []]) => `${name} ${group.reduce((sum, [, count]) => sum + count, 0)}`,
  );
  return (
    `version ${version}, seed ${seed}: ${sent} requests to ${routes} routes in ${seconds.toFixed(0)} s (${Math.round(sent / seconds)}/s), ` +
    `the fewest, ${leastHit.count}, to ${leastHit.route}; ${findings.count} faults; ${counts.join(', ')}; ${slowClosed} slow senders closed; ` +
    `memory ${mib(before.rss)} → ${mib(after.rss)}, heap ${mib(before.heap)} → ${mib(after.heap)}`
  );
}
