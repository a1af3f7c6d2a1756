import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';

/**
 * Finds out which steps of filing the crew center did not complete because it was interrupted. They are shown to the
 * operator; when the operator retries, the crew center repeats the safe ones, and the flight is complete.
 */
export async function checkAtPlatform(
  platform: Pick<Platform, 'checkFiled'>,
  flights: LiveFlights,
  live: LiveFlight,
): Promise<void> {
  return live.lane.run('check', async () => {
    const { intent } = live.flight;
    if (intent?.kind !== 'check' || live.flight.setAside !== null) return;
    const undone = (await platform.checkFiled?.(live.hostFlight(), { repeat: intent.repeat })) ?? null;
    await flights.apply(live, { kind: 'checked', undone });
  });
}
