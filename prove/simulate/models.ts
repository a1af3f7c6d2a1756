import type { Draws } from './chance.ts';
import type { Counters } from './counters.ts';
import { SimulatedCrew } from './crew.ts';
import { SimulatedDisk } from './disk.ts';
import type { Fortune } from './fortune.ts';
import type { Plan } from './plan.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What is outside of the server and survives it: its disk, and its crew center. */
export class Models {
  readonly disk: SimulatedDisk;
  readonly crew: SimulatedCrew;

  /** @param parts.note - writes into the trace what becomes of a call to the crew center */
  constructor(parts: {
    plan: Plan;
    draws: Draws;
    time: VirtualTime;
    counters: Counters;
    fortune: Fortune;
    note: (line: string) => void;
  }) {
    const { plan, draws, time, counters, fortune, note } = parts;
    this.disk = new SimulatedDisk(draws.fork('disk'), counters, { kind: plan.journal, name: plan.seed });
    this.crew = new SimulatedCrew({
      time,
      counters,
      fortune,
      note,
      draws: draws.fork('crew'),
      generation: plan.generation,
      accounts: Math.max(...plan.pilots.map(({ account }) => account)),
    });
  }

  /** Ends every fault. */
  heal(): void {
    this.disk.heal();
    this.crew.heal();
  }
}
