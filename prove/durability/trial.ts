import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compileShim } from '../../test/hosts/shim.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { compare, type Findings, type Sent } from './ledger.ts';
import { cutPower, layTwins } from './power-cut.ts';
import { readStored, runRound } from './round.ts';
import type { Weakness } from './server.ts';
import type { Wire } from './wire.ts';

/** All end by kill -9: alone, with all that was not synced gone, on a disk whose syncs take long, or that was full for a while. */
export type Kind = 'kill -9' | 'power cut' | 'slow disk' | 'full disk';

export interface Trial {
  readonly kind: Kind;
  readonly wire: Wire;
  readonly weakness: Weakness;
  /** The server is killed so many times on one data directory. */
  readonly rounds: number;
  /** Ends the trial at the first round after which something was lost. */
  readonly untilLoss: boolean;
}

const flightCount = 64;
const minLifeMs = 100;
const maxLifeMs = 1500;

/** Kills a loaded server again and again, each time at a random moment; what was found after the last round. */
export async function runTrial(trial: Trial, note: (text: string) => void): Promise<Findings> {
  using own = tempFolder('prove');
  const { path: folder } = own;
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const tokens = await trial.wire.writeFixture(data, flightCount);
  const sent = tokens.map((token): Sent => ({ token, acknowledged: 0, waiting: null, again: new Set() }));
  let findings = compare(sent, [], true);
  for (let round = 1; round <= trial.rounds; round++) {
    await endViolently(trial, round, { folder, data, sent });
    const scratch = join(folder, 'copy');
    findings = compare(sent, await readStored(data, scratch, flightCount, trial.wire), trial.wire.isNumbered);
    rmSync(scratch, { recursive: true });
    note(`${trial.wire.name}, ${trial.kind} ${round}: ${describe(findings)}`);
    if (trial.untilLoss && findings.lost > 0) break;
  }
  return findings;
}

async function endViolently(
  { kind, wire, weakness }: Trial,
  round: number,
  { folder, data, sent }: { readonly folder: string; readonly data: string; readonly sent: readonly Sent[] },
): Promise<void> {
  const lifeMs = minLifeMs + Math.random() * (maxLifeMs - minLifeMs);
  const needs = { data, sent, wire, weakness, lifeMs, fillsDisk: kind === 'full disk' };
  if (kind !== 'power cut') {
    const slow = () => compileShim(join(import.meta.dirname, '../../bench/fleet/slow-fsync.c'), folder);
    return runRound({ ...needs, environment: kind === 'slow disk' ? { LD_PRELOAD: slow() } : {} });
  }
  const twins = join(folder, 'twins');
  const library = compileShim(join(import.meta.dirname, 'power-cut.c'), folder);
  await runRound({ ...needs, environment: layTwins(data, twins, library) });
  // Every other time the disk has kept some of what it was not told to keep.
  cutPower(data, twins, round % 2 === 0 ? () => Math.random() < 0.5 : null);
}

export function describe({ acknowledged, lost, twice, unheard }: Findings): string {
  return `${acknowledged} acknowledged, ${lost} lost, ${twice} stored twice, ${unheard} stored and not yet acknowledged`;
}
