import type { Scene } from '../scene.ts';

/** Returns what a reader keeps of each world. */
export function perWorld<T>(create: (world: Scene) => T): (world: Scene) => T {
  const known = new WeakMap<Scene, T>();
  return (world) => {
    const there = known.get(world) ?? create(world);
    known.set(world, there);
    return there;
  };
}
