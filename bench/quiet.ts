import { setTimeout } from 'node:timers/promises';
import { familySeconds, machineSeconds } from './measure.ts';

/** Fewer cores than this gone to others leave a machine quiet. */
const quietCores = 0.1;
const lookMs = 5_000;
const patienceMs = 600_000;

/** How quiet the machine was when the measuring began. */
export interface Quiet {
  readonly isQuiet: boolean;
  /** Cores that others used at the last look. */
  readonly othersCores: number;
}

/** Waits until others use less than a tenth of a core, for ten minutes at most. */
export async function waitForQuiet(note: (text: string) => void): Promise<Quiet> {
  const begun = performance.now();
  for (let looks = 1; ; looks++) {
    const othersCores = await lookAtOthers();
    const isQuiet = othersCores < quietCores;
    if (isQuiet || performance.now() - begun > patienceMs) return { isQuiet, othersCores };
    if (looks === 1)
      note(
        `others use ${othersCores.toFixed(2)} cores: waiting for a quiet machine, ${patienceMs / 60_000} min at most`,
      );
  }
}

async function lookAtOthers(): Promise<number> {
  const before = { machine: machineSeconds(), own: familySeconds(process.pid).all, at: performance.now() };
  await setTimeout(lookMs);
  const seconds = (performance.now() - before.at) / 1_000;
  const others = machineSeconds() - before.machine - (familySeconds(process.pid).all - before.own);
  return Math.max(0, others / seconds);
}
