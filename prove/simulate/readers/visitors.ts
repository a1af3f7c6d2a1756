import type { Draws } from '../chance.ts';
import type { Scene } from '../scene.ts';
import { type Visit, Visitor } from './visitor.ts';
import { visits } from './visits.ts';

/** Mean time between two visits, milliseconds. */
const everyMs = 5_000;

/** Sends the further programs of pilots, one after the other, until the faults stop. */
export class Visitors {
  readonly #world: Scene;
  readonly #draws: Draws;
  readonly #visits: readonly Visit[];
  #count = 0;

  constructor(world: Scene) {
    this.#world = world;
    this.#draws = world.draws.fork('visitors');
    this.#visits = visits.filter(({ generations }) => generations.includes(world.generation));
    this.#arm();
  }

  #arm(): void {
    this.#world.life.after(this.#draws.wait(everyMs), () => this.#begin(), 'visitor');
  }

  #begin(): void {
    if (this.#world.isCalm) return;
    this.#count += 1;
    const draws = this.#draws.fork(`visit ${this.#count}`);
    const pilots = this.#world.pilots.filter(({ name }) => !this.#world.plan.absent.includes(name));
    if (pilots.length > 0) {
      const visit = draws.pick(this.#visits);
      this.#world.counters.count(`visits: ${visit.name}`);
      visit.run(new Visitor(this.#world, draws, draws.pick(pilots))).catch((error: unknown) => this.#world.bug(error));
    }
    this.#arm();
  }
}
