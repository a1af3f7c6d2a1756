import type { LiveFlight } from '../live-flight.ts';
import type { Parts } from '../parts.ts';

/**
 * Finds out what the crew center left undone of a filed PIREP because it broke off on the way. What is left is shown to
 * the operator; when they try again, the crew center repeats what is safe, and the flight is done with.
 */
export async function checkAtPlatform(parts: Parts, live: LiveFlight): Promise<void> {
  return live.lane.run('check', () => check(parts, live));
}

async function check(parts: Parts, live: LiveFlight): Promise<void> {
  const { intent } = live.flight;
  if (intent?.kind !== 'check' || live.flight.setAside !== null) return;
  const undone = (await parts.platform.checkFiled?.(live.hostFlight(), { repeat: intent.repeat })) ?? null;
  await parts.flights.apply(live, { kind: 'checked', undone });
  if (undone === null) await parts.cursors.close(live);
}
