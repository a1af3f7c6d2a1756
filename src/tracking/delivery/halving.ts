import { isRefusal } from '../refusals.ts';

/**
 * Delivers items to a crew center that refuses the whole batch because of one invalid item. That item is found by bisection
 * and passed to `setAside`; the others are delivered.
 */
export async function deliverByHalves<T>(
  items: readonly T[],
  deliver: (items: readonly T[]) => Promise<void>,
  setAside: (item: T, reason: string) => Promise<void>,
): Promise<void> {
  try {
    await deliver(items);
  } catch (error) {
    if (!isRefusal(error, 'crew-center-refused')) throw error;
    const [only] = items;
    if (items.length > 1) {
      const half = items.length >>> 1;
      await deliverByHalves(items.slice(0, half), deliver, setAside);
      await deliverByHalves(items.slice(half), deliver, setAside);
    } else if (only !== undefined) await setAside(only, error.message);
  }
}
