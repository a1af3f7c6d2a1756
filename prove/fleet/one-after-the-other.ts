import { setTimeout } from 'node:timers/promises';
import type { FleetPilot } from './fixture.ts';
import { type FlownFlight, type Flying, flyOnce } from './pilot.ts';

/**
 * One flight after the other; what the pilot sees of an error is kept, and the next flight begins.
 * @param order - `pauseMs`: how long the pilot waits after an error
 */
export async function flyUntil(
  isOver: () => boolean,
  pilot: FleetPilot,
  order: Flying & { readonly pauseMs: number },
  log: { readonly flown: FlownFlight[]; readonly errors: string[] },
): Promise<void> {
  for (let count = 0; !isOver(); count++) {
    try {
      log.flown.push(await flyOnce(pilot, count, order));
    } catch (error) {
      log.errors.push(String(error));
      await setTimeout(order.pauseMs);
    }
  }
}
