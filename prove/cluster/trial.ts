import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Galera } from '../../test/hosts/galera/galera.ts';
import { until } from '../../test/until.ts';
import { Crew } from './crew.ts';
import type { Fault, World } from './faults.ts';
import { type Findings, findOut } from './findings.ts';
import { ProvePilot } from './pilot.ts';
import { noAnswers } from './round-robin.ts';
import { ClusterServer } from './servers.ts';
import type { Weakness } from './weakness.ts';

export interface Trial {
  readonly faults: readonly Fault[];
  readonly pilots: number;
  readonly weakness: Weakness;
}

export interface Round {
  readonly fault: string;
  /** Until reports of every pilot were acknowledged again, in milliseconds. */
  readonly backMs: number;
}

export interface TrialResult {
  readonly rounds: readonly Round[];
  readonly findings: Findings;
  /** Requests that were answered, those with 503 and `Retry-After`, and those that got no answer. */
  readonly answers: { readonly count: number; readonly unavailable: number; readonly broken: number };
}

const serverCount = 3;
/** Longest time until all pilots are served again; the proof has failed long before. */
const giveUpMs = 90_000;

/** Lets one fault after the other happen to three servers on three nodes, under load. */
export async function runTrial(trial: Trial, note: (text: string) => void): Promise<TrialResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-cluster-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const galera = opened.use(await Galera.start(3));
  const crew = opened.use(await Crew.open(trial.pilots));
  const servers: ClusterServer[] = [];
  for (let index = 0; index < serverCount; index++)
    servers.push(opened.use(await ClusterServer.open(index, folder, { galera, crew, weakness: trial.weakness })));
  const answers = noAnswers();
  const urls = servers.map(({ url }) => url);
  const pilots = crew.keys.map((key) => new ProvePilot(key, urls, answers));
  for (const pilot of pilots) pilot.begin();
  await allServed(pilots, 0);
  note(`three servers on three nodes, ${pilots.length} pilots`);
  const rounds: Round[] = [];
  for (const fault of trial.faults) {
    await wait(500 + Math.random() * 1_000);
    const round = await strike(fault, { galera, servers }, pilots);
    note(`${fault.name}: all pilots are served again after ${(round.backMs / 1_000).toFixed(1)} s`);
    rounds.push(round);
  }
  await Promise.all(pilots.map((pilot) => pilot.end()));
  const { count, unavailable, broken } = answers;
  return { rounds, findings: await findOut(crew, pilots, answers), answers: { count, unavailable, broken } };
}

async function strike(fault: Fault, world: World, pilots: readonly ProvePilot[]): Promise<Round> {
  const { from, heal } = await fault.strike(world);
  const back = await allServed(pilots, from);
  await heal();
  await allServed(pilots, performance.now());
  return { fault: fault.name, backMs: back - from };
}

/** Waits until each pilot's reports were acknowledged after `from`; returns when the last of them first was. */
async function allServed(pilots: readonly ProvePilot[], from: number): Promise<number> {
  const first = () => pilots.map((pilot) => pilot.firstAcknowledgedAfter(from));
  await until(() => pilots.every((pilot) => pilot.failure !== null || pilot.firstAcknowledgedAfter(from) !== null), {
    withinMs: giveUpMs,
    everyMs: 25,
    otherwise: () => `pilots are not served again: ${first().filter((at) => at === null).length} of ${pilots.length}`,
  });
  return Math.max(...first().map((at) => at ?? from));
}
