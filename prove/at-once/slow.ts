import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../src/platform/port.ts';

const maxMs = 150;

/** A crew center that takes its time for each call and for each answer. */
export function slowly(platform: Platform): Platform {
  const pass = () => setTimeout(Math.random() * maxMs);
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
