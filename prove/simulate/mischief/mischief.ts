import type { Draws } from '../chance.ts';
import type { MischiefKind } from '../plan.ts';
import type { Scene } from '../scene.ts';

/** Lets something go wrong now; some of it ends by itself. */
export type Mischief = (world: Scene, draws: Draws) => void;

/** Undoes what goes on for a while, at its end or when the faults stop. */
export function forAWhile(world: Scene, draws: Draws, meanMs: number, undo: () => void): void {
  world.life.after(draws.wait(meanMs), undo, 'mended');
}

export type MischiefTable = Partial<Readonly<Record<MischiefKind, Mischief>>>;
