import type { Scene } from '../scene.ts';
import type { Exchange } from '../wire.ts';
import { perWorld } from './per-world.ts';

/**
 * Returns what gives the requests that were sent since it was last called, oldest first: only the newest requests of a world
 * can be read again. Each reader needs its own.
 */
export function sentSince(): (world: Scene) => readonly Exchange[] {
  const newest = perWorld(() => ({ number: 0 }));
  return (world) => {
    const { past } = world.network;
    const here = newest(world);
    const known = past.findLastIndex(({ number }) => number <= here.number);
    here.number = past.at(-1)?.number ?? here.number;
    return past.slice(known + 1);
  };
}
