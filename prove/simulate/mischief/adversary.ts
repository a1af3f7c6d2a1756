import type { Draws } from '../chance.ts';
import { type MischiefKind, mischiefKinds } from '../plan.ts';
import type { Scene } from '../scene.ts';
import { archiveMischief } from './archives.ts';
import { chorusMischief } from './choruses.ts';
import { clientMischief } from './clients.ts';
import { crewMischief } from './crews.ts';
import { diskMischief } from './disks.ts';
import type { MischiefTable } from './mischief.ts';
import { momentMischief } from './moments.ts';
import { operatorMischief } from './operators.ts';
import { ruleMischief } from './rules.ts';
import { serverMischief } from './servers.ts';

const table: MischiefTable = {
  ...clientMischief,
  ...serverMischief,
  ...diskMischief,
  ...operatorMischief,
  ...archiveMischief,
  ...crewMischief,
  ...momentMischief,
  ...chorusMischief,
  ...ruleMischief,
};

/** Begin once, and go on by themselves. */
const lasting: readonly MischiefKind[] = ['staff-rules', 'staff-judges'];

/** Lets one thing after the other go wrong, until the faults stop. */
export class Adversary {
  readonly #world: Scene;
  readonly #draws: Draws;
  readonly #kinds: readonly MischiefKind[];

  constructor(world: Scene) {
    this.#world = world;
    this.#draws = world.draws.fork('adversary');
    const kinds = mischiefKinds.filter((kind) => world.plan.mischief.includes(kind) && table[kind] !== undefined);
    // Each of these has many forms.
    const ofManyForms: readonly MischiefKind[] = ['rival', 'worst-moment', 'chorus'];
    const striking = kinds.filter((kind) => !lasting.includes(kind));
    this.#kinds = [...striking, ...kinds.filter((kind) => ofManyForms.includes(kind))];
    // Such a proxy is there from the beginning.
    if (kinds.includes('asked-twice')) this.#strike('asked-twice');
    for (const kind of lasting) if (kinds.includes(kind)) this.#strike(kind);
    if (this.#kinds.length > 0) this.#arm();
  }

  #arm(): void {
    this.#world.life.after(this.#draws.wait(this.#world.plan.mischiefEveryMs), () => this.#strikeAny(), 'mischief');
  }

  #strikeAny(): void {
    if (this.#world.isCalm) return;
    this.#strike(this.#draws.pick(this.#kinds));
    this.#arm();
  }

  #strike(kind: MischiefKind): void {
    const name = this.#world.fortune.nameOf(kind);
    if (this.#world.fortune.allows('strikes', name)) {
      this.#world.counters.fault(kind);
      table[kind]?.(this.#world, this.#draws.fork(name));
    }
  }
}
