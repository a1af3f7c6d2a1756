import { setTimeout as wait } from 'node:timers/promises';
import type { Galera } from '../../test/hosts/galera/galera.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { until } from '../../test/until.ts';
import type { Crew } from './crew.ts';
import type { Fault, World } from './faults.ts';
import { type Findings, findOut } from './findings.ts';
import { ProvePilot } from './pilot.ts';
import { noAnswers } from './round-robin.ts';
import { ClusterServer, type Weakness } from './servers.ts';

export interface Trial {
  readonly galera: Galera;
  /** Opens the crew center. @param pilots - how many fly there */
  openCrew(pilots: number): Promise<Crew>;
  readonly faults: readonly Fault[];
  readonly pilots: number;
  readonly weakness: Weakness;
}

export interface Round {
  readonly fault: string;
  /** Longest time that a pilot was without an acknowledgement, until everything was healed, in milliseconds. */
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

/** Lets one fault after the other happen to three servers on three nodes, under load. The database `tracker` is emptied first. */
export async function runTrial(trial: Trial, note: (text: string) => void): Promise<TrialResult> {
  using folder = tempFolder('cluster');
  await using opened = new AsyncDisposableStack();
  const { galera } = trial;
  await galera.empty();
  const crew = opened.use(await trial.openCrew(trial.pilots));
  const servers: ClusterServer[] = [];
  for (let index = 0; index < serverCount; index++)
    servers.push(opened.use(await ClusterServer.open(index, folder.path, { galera, crew, weakness: trial.weakness })));
  const answers = noAnswers();
  const urls = servers.map(({ process: { url } }) => url);
  const pilots = crew.pilots.map((_, index) => new ProvePilot(crew, index, urls, answers));
  for (const pilot of pilots) pilot.begin();
  await allServed(pilots, 0);
  note(`three servers on three nodes, ${pilots.length} pilots`);
  const rounds: Round[] = [];
  for (const fault of trial.faults) {
    await wait(500 + Math.random() * 1_000);
    const round = await strike(fault, { galera, servers }, pilots);
    note(`${fault.name}: all pilots are served again, none waited longer than ${(round.backMs / 1_000).toFixed(1)} s`);
    rounds.push(round);
  }
  await Promise.all(pilots.map((pilot) => pilot.end()));
  const { count, unavailable, broken } = answers;
  return {
    rounds,
    findings: await findOut({ crew, galera }, pilots, answers),
    answers: { count, unavailable, broken },
  };
}

async function strike(fault: Fault, world: World, pilots: readonly ProvePilot[]): Promise<Round> {
  const { from, heal } = await fault.strike(world);
  await allServed(pilots, performance.now());
  await heal();
  await allServed(pilots, performance.now());
  const flying = pilots.filter(({ failure }) => failure === null);
  return { fault: fault.name, backMs: Math.max(0, ...flying.map((pilot) => pilot.longestWaitSince(from))) };
}

/** Waits until each pilot who has not given up is served after `from`. */
async function allServed(pilots: readonly ProvePilot[], from: number): Promise<void> {
  const waiting = () => pilots.filter((pilot) => pilot.failure === null && !pilot.isServedAfter(from));
  await until(() => waiting().length === 0, {
    withinMs: giveUpMs,
    everyMs: 25,
    otherwise: () => `pilots are not served again: ${waiting().length} of ${pilots.length}`,
  });
}
