import { setImmediate as turn } from 'node:timers/promises';
import type { Platform } from '../src/platform/port.ts';

/** Turns of the event loop that a call takes on its way, and its answer on the way back. */
const maxTurns = 16;

/** Wraps a crew center so that every call takes its time: in an order that chance draws, the same for each seed. */
export function inDrawnOrder(platform: Platform, seed: number): Platform {
  const draw = drawsOf(seed);
  return slowed(platform, async () => {
    for (let turns = Math.floor(draw() * maxTurns); turns > 0; turns--) await turn();
  });
}

/** @param pass - what a call waits for on its way, and its answer on the way back */
export function slowed(platform: Platform, pass: () => Promise<void>): Platform {
  const slow = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === 'desk') return slow(value as object);
        if (typeof value !== 'function') return value;
        if (name === 'readSettings' || name === 'close') return value.bind(target);
        return async (...args: unknown[]) => {
          await pass();
          try {
            return await value.apply(target, args);
          } finally {
            await pass();
          }
        };
      },
    });
  return slow(platform);
}

function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
