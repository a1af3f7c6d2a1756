import assert from 'node:assert/strict';
import { settle } from '../../../prove/simulate/event-loop.ts';
import { everything } from '../../../prove/simulate/fortune.ts';
import type { Generation } from '../../../prove/simulate/front.ts';
import type { PilotKind, Plan } from '../../../prove/simulate/plan.ts';
import { World } from '../../../prove/simulate/world.ts';
import type { Flight } from '../../../src/tracking/model.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';

/** A simulated world in which nothing goes wrong but what the story tells. */
export class Stage extends World {
  /** Lets things happen until it is so. */
  async until(isSo: () => boolean): Promise<void> {
    for (let steps = 0; !isSo(); steps += 1) {
      assert.ok(steps < 20_000, 'it never is so');
      await this.step();
      assert.equal(this.problem, null);
    }
  }

  /** Lets this much virtual time pass. */
  async pass(ms: number): Promise<void> {
    const end = this.time.now + ms;
    await this.until(() => this.time.now >= end);
  }

  /** Lets things happen until the promise is settled. @returns what it was refused with; null when it was not */
  async outcomeOf(promise: Promise<unknown>): Promise<string | null> {
    let outcome: string | null | undefined;
    promise.then(
      () => {
        outcome = null;
      },
      (error: { code?: string; message: string }) => {
        outcome = error.code ?? error.message;
      },
    );
    await settle();
    await this.until(() => outcome !== undefined);
    return outcome ?? null;
  }

  get core(): Tracking {
    const { tracking } = this.server ?? {};
    assert.ok(tracking != null);
    return tracking;
  }

  /** The only flight in this state, as the disk has it. */
  flightIn(state: Flight['state']): Flight | undefined {
    return this.models.disk.flights().find((flight) => flight.state === state);
  }

  /** Reports on the disk. */
  get positionCount(): number {
    return this.models.disk.positions().length;
  }
}

/** A stage with pilots of these kinds, who fly long flights. */
export function openStage(generation: Generation, kinds: readonly PilotKind[], changes: Partial<Plan> = {}): Stage {
  const stage = new Stage({
    seed: 'story',
    steps: 0,
    generation,
    journal: 'model',
    mischief: [],
    mischiefEveryMs: 10_000,
    absent: [],
    allowed: everything,
    pilots: kinds.map((kind, index) => ({ name: `pilot ${index + 1}`, kind, account: index + 1, length: 200 })),
    options: {
      suspendAfterMin: 30,
      abandonAfterH: 24,
      sealEvery: 2_000,
      sealAfterMs: 600_000,
      trackEveryMs: 5_000,
      waitMs: 2_000,
    },
    ...changes,
  });
  stage.begin();
  return stage;
}
