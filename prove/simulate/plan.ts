import type { Draws } from './chance.ts';
import { type Allowed, everything } from './fortune.ts';
import type { Generation } from './front.ts';

/** Everything that goes wrong in simulations, each of which can be switched off. */
export const mischiefKinds = [
  ...['network', 'asked-twice', 'client-crash', 'client-offline', 'client-clock', 'echo', 'stranger'],
  ...['server-kill', 'server-restart', 'server-upgrade', 'server-clock'],
  ...['disk-full', 'disk-slow', 'disk-torn'],
  ...['crew-down', 'crew-slow', 'crew-unsure', 'crew-wrong', 'crew-small', 'crew-staff'],
  ...['operator-ends', 'operator-rescues', 'operator-sessions'],
  ...['worst-moment', 'rival', 'chorus'],
  ...['operator-erases', 'operator-backs-up', 'receivers-fail'],
  ...['staff-rules', 'staff-judges'],
] as const;
export type MischiefKind = (typeof mischiefKinds)[number];

/** Whether the server's journal is the one that ships, on a simulated disk, or a model of it. */
export type JournalKind = 'file' | 'model';

export type PilotKind = 'sdk' | 'smartcars' | 'core' | 'script';

export interface PlannedPilot {
  readonly name: string;
  readonly kind: PilotKind;
  /** Pilots with the same account share it. */
  readonly account: number;
  /** Positions of a flight, on average. */
  readonly length: number;
}

/** What a run consists of, chosen by its seed; and what remains of it in a story. */
export interface Plan {
  readonly seed: string;
  /** After so many steps faults stop, and everything has to come to its end. */
  readonly steps: number;
  readonly generation: Generation;
  readonly pilots: readonly PlannedPilot[];
  readonly mischief: readonly MischiefKind[];
  /** Mean time between two faults, milliseconds. */
  readonly mischiefEveryMs: number;
  readonly options: PlannedOptions;
  readonly journal: JournalKind;
  /** Names of pilots who never come. */
  readonly absent: readonly string[];
  /** Of the faults that chance draws, those that happen. */
  readonly allowed: Allowed;
  /** Names of invariants that nobody promises in this world. */
  readonly exempt?: readonly string[];
}

/** Options of the server; an upgrade draws them again. */
export interface PlannedOptions {
  readonly suspendAfterMin: number;
  readonly abandonAfterH: number;
  readonly sealEvery: number;
  readonly sealAfterMs: number;
  readonly trackEveryMs: number;
  readonly waitMs: number;
  /** How often a session may ask; absent as it is usual. */
  readonly limits?: { readonly requestsPerSecond: number; readonly requestBurst: number };
}

/** So many of the worlds have the journal that ships: each takes half as long again. */
const shareOfFiles = 0.25;

/** The plan of this seed. */
/** Accounts of pilots: the names of some begin with that of another. */
const numbers = [1, 10, 2, 11, 3];

export function planOf(seed: string, steps: number, draws: Draws): Plan {
  const generation = draws.happens(0.7) ? 7 : 5;
  const count = draws.whole(1, 5);
  const accounts = draws.happens(0.3) ? Math.max(1, count - 1) : count;
  const kinds: readonly PilotKind[] =
    generation === 7 ? ['sdk', 'sdk', 'sdk', 'smartcars', 'core'] : ['sdk', 'sdk', 'smartcars', 'script'];
  return {
    seed,
    steps,
    generation,
    pilots: Array.from({ length: count }, (_, index) => ({
      name: `pilot ${index + 1}`,
      kind: draws.pick(kinds),
      account: numbers[index % accounts] ?? 1,
      length: draws.whole(2, 25),
    })),
    mischief: mischiefKinds.filter(() => draws.happens(0.55)),
    mischiefEveryMs: draws.pick([3_000, 10_000, 30_000]),
    options: drawOptions(draws),
    journal: draws.happens(shareOfFiles) ? 'file' : 'model',
    absent: [],
    allowed: everything,
  };
}

export function drawOptions(draws: Draws): PlannedOptions {
  return {
    suspendAfterMin: draws.pick([1, 2, 30]),
    abandonAfterH: draws.pick([0.1, 1, 24]),
    sealEvery: draws.pick([2, 5, 2_000]),
    sealAfterMs: draws.pick([20_000, 600_000]),
    trackEveryMs: draws.pick([5_000, 60_000]),
    waitMs: draws.pick([2_000, 10_000]),
    ...(draws.happens(0.2) ? { limits: { requestsPerSecond: 3, requestBurst: 10 } } : {}),
  };
}
