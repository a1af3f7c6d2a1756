import type { LiveFlight } from '../live-flight.ts';
import type { Flight } from '../model.ts';
import type { Parts } from '../parts.ts';
import { isRefusal } from '../refusals.ts';

/** Ends a flight without a PIREP to show: writes the intent down, with the new state, before the crew center is asked. */
export async function end(
  parts: Parts,
  live: LiveFlight,
  to: 'cancelled' | 'abandoned',
  reason: string | null,
): Promise<Flight> {
  const at = parts.clock.now();
  const flight = await parts.save(live, {
    state: to,
    intent: { kind: 'cancel', at, reason, to },
    endedAt: at,
    reason,
    summary: live.summary(),
  });
  parts.changes.tell({ kind: to, flight });
  return flight;
}

/** Asks the crew center to cancel the PIREP of a flight that has ended. Asked again it changes nothing. */
export async function cancelAtPlatform(parts: Parts, live: LiveFlight): Promise<void> {
  while (live.job !== null || live.renewal !== null) await Promise.allSettled([live.job, live.renewal]);
  live.job = ask(parts, live).finally(() => {
    live.job = null;
  });
  return live.job;
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
  await parts.save(live, { intent: null });
  await forget(parts, live);
}

/** What was not delivered of a flight without a PIREP stays with us: the journal need not keep it at hand. */
export async function forget(parts: Parts, live: LiveFlight): Promise<void> {
  parts.flights.remove(live);
  live.delivered = live.lastNumber;
  await parts.journal.saveDelivered(live.flight.number, live.delivered);
}
