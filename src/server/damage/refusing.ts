import { damageIn } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';

type Call = (...args: unknown[]) => unknown;

/** Returns the same calls; one that meets damage of the file is refused with `data-damaged`, and `onDamage` hears of it. */
export function refusingDamage<T extends object>(calls: T, onDamage: (what: string) => void): T {
  return new Proxy(calls, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await (member as Call).apply(target, args);
        } catch (error) {
          const damage = damageIn(error);
          if (damage === null) throw error;
          onDamage(damage);
          throw new Refusal('data-damaged', {
            message: 'This is stored, but damaged, and cannot be read. The operator of the server has to repair it.',
          });
        }
      };
    },
  });
}
