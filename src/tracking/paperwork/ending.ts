import type { LiveFlight } from '../live-flight.ts';
import type { Flight } from '../model.ts';
import type { Parts } from '../parts.ts';
import { isRefusal } from '../refusals.ts';
import { refold } from '../sealing.ts';

/** Ends a flight without a PIREP to show: writes the intent down, with the new state, before the crew center is asked. */
export async function end(
  parts: Parts,
  live: LiveFlight,
  to: 'cancelled' | 'abandoned',
  reason: string | null,
): Promise<Flight> {
  if (live.hasLost) await refold(parts, live);
  const at = parts.clock.now();
  return parts.flights.apply(live, { kind: 'ended', to, at, reason, summary: live.summary() });
}

/** Asks the crew center to cancel the PIREP of a flight that has ended. Asked again it changes nothing. */
export async function cancelAtPlatform(parts: Parts, live: LiveFlight): Promise<void> {
  return live.lane.run('cancel', () => ask(parts, live));
}

async function ask(parts: Parts, live: LiveFlight): Promise<void> {
  const { intent } = live.flight;
  if (intent?.kind !== 'cancel') return;
  try {
    await parts.platform.cancelPirep(live.hostFlight(), intent.reason);
  } catch (error) {
    // Gone there, or refused for good: there is nothing left to cancel.
    const isOver =
      isRefusal(error, 'flight-not-found') ||
      isRefusal(error, 'flight-ended') ||
      isRefusal(error, 'crew-center-refused');
    if (!isOver) throw error;
  }
  await parts.flights.apply(live, { kind: 'cancel-settled' });
  await parts.cursors.close(live);
}
