import type { Draws } from './chance.ts';
import type { Counters } from './counters.ts';
import { SimulatedCrew } from './crew.ts';
import { SimulatedDisk } from './disk.ts';
import type { Fortune } from './fortune.ts';
import type { Plan } from './plan.ts';
import type { VirtualTime } from './virtual-time.ts';
import { Receivers } from './webhooks/receivers.ts';
import { WebhookSite } from './webhooks/webhook-site.ts';

/** What is outside of the server and survives it: its disk, its crew center, and those who are told by webhooks. */
export class Models {
  readonly disk: SimulatedDisk;
  readonly crew: SimulatedCrew;
  readonly webhooks: WebhookSite;

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
    const receivers = new Receivers(draws.fork('receivers'), counters, fortune);
    this.webhooks = new WebhookSite(receivers, draws.fork('webhooks'));
    this.disk.onFull = (isFull) => this.webhooks.setFull(isFull);
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
    this.webhooks.receivers.faults = {};
  }

  /** The server's process is gone, or its machine. */
  crash(isPowerCut: boolean): void {
    this.disk.crash(isPowerCut);
    this.webhooks.crash(isPowerCut);
  }

  /** Lets everything go: the world is over. */
  dispose(): void {
    this.disk.dispose();
    this.webhooks.dispose();
  }
}
