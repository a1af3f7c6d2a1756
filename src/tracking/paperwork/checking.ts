import type { Platform } from '../../platform/port.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { LiveFlights } from '../live-flights.ts';

/**
 * Finds out what the crew center left undone of a filed PIREP because it broke off on the way. What is left is shown to
 * the operator; when they try again, the crew center repeats what is safe, and the flight is done with.
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
