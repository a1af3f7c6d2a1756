import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startDocumentedNginx } from '../../test/hosts/documented-nginx.ts';
import type { Galera } from '../../test/hosts/galera/galera.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { until } from '../../test/until.ts';
import { noAnswers } from './answers.ts';
import type { Crew } from './crew.ts';
import type { Fault, World } from './faults/fault.ts';
import { type Findings, findOut } from './findings.ts';
import { ProvePilot } from './pilot.ts';
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
  readonly isPlanned: boolean;
  /** Time until every pilot had two answers again, from the fault or from its healing, whichever took longer; milliseconds. */
  readonly backMs: number;
  /** Longest time that a pilot was without an answer, until everything was healed. */
  readonly waitMs: number;
}

export interface TrialResult {
  readonly rounds: readonly Round[];
  readonly findings: Findings;
  /** Requests that were answered, those with 503 and `Retry-After`, and those that got no answer. */
  readonly answers: { readonly count: number; readonly unavailable: number; readonly broken: number };
}

/** Longest time until all pilots are served again; the proof has failed long before. */
const giveUpMs = 180_000;

/** Lets one fault after the other happen to three servers on three nodes, under load. The database `tracker` is emptied first. */
export async function runTrial(trial: Trial, note: (text: string) => void): Promise<TrialResult> {
  using folder = tempFolder('cluster');
  await using opened = new AsyncDisposableStack();
  const { galera } = trial;
  await galera.empty();
  const crew = opened.use(await trial.openCrew(trial.pilots));
  const open = async (index: number) =>
    opened.use(
      await ClusterServer.open(index, folder.path, { galera, crew, weakness: trial.weakness, isBehindProxy: true }),
    );
  const servers = [await open(0), await open(1), await open(2)] as const;
  const [first, second, third] = servers.map(({ address }) => address);
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three servers');
  const nothing = { documentRoot: folder.path, fastcgi: join(folder.path, 'no-php') };
  const nginx = opened.use(await startDocumentedNginx([first, second, third], nothing));
  const answers = noAnswers();
  const pilots = crew.pilots.map((_, index) => new ProvePilot(crew, index, nginx.origin, answers));
  for (const pilot of pilots) pilot.begin();
  await allServed(pilots, 0);
  note(`three servers on three nodes, ${pilots.length} pilots`);
  const rounds: Round[] = [];
  for (const fault of trial.faults) {
    await pause(500 + Math.random() * 1_000);
    const round = await strike(fault, { galera, servers }, pilots);
    const [back, wait] = [round.backMs, round.waitMs].map((ms) => (ms / 1_000).toFixed(1));
    note(`${fault.name}: every pilot has two answers again after ${back} s, none waited longer than ${wait} s`);
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
  const backAfter = async (moment: number) => (await allServed(pilots, moment)) - moment;
  const times: number[] = [];
  for (const moment of from) times.push(await backAfter(moment));
  const healedFrom = performance.now();
  await heal();
  times.push(await backAfter(healedFrom));
  const flying = pilots.filter(({ failure }) => failure === null);
  const waitMs = Math.max(0, ...flying.map((pilot) => pilot.longestWaitSince(from[0] ?? healedFrom)));
  return { fault: fault.name, isPlanned: fault.isPlanned ?? false, backMs: Math.max(...times), waitMs };
}

/** Waits until each pilot who has not given up has two answers after `from`. Returns when the last one had. */
async function allServed(pilots: readonly ProvePilot[], from: number): Promise<number> {
  const flying = () => pilots.filter(({ failure }) => failure === null);
  const waiting = () => flying().filter((pilot) => pilot.servedAfter(from) === null);
  await until(() => waiting().length === 0, {
    withinMs: giveUpMs,
    everyMs: 25,
    otherwise: () => `pilots are not served again: ${waiting().length} of ${pilots.length}`,
  });
  return Math.max(from, ...flying().map((pilot) => pilot.servedAfter(from) ?? from));
}
