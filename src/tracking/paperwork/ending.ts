import type { Journal } from '../../journal/journal.ts';
import type { Platform } from '../../platform/port.ts';
import { noteAir } from '../flight/airborne.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import type { LiveFlights } from '../flight/live-flights.ts';
import { refold } from '../flight/sealing.ts';
import { decide } from '../flight/state.ts';
import type { Flight } from '../model.ts';
import { isRefusal } from '../refusals.ts';

/** What ending a flight without filing it needs of the core. */
export interface EndingCore {
  readonly journal: Pick<Journal, 'barrier' | 'readSealed' | 'readReports'>;
  readonly platform: Pick<Platform, 'cancelPirep'>;
  readonly flights: LiveFlights;
}

/**
 * Ends a flight without filing a PIREP: stores the intent and the new state before the crew center is called.
 * @throws Refusal `flight-filing`, `flight-filed`
 */
export async function endFlight(
  { journal, flights }: EndingCore,
  live: LiveFlight,
  to: 'cancelled' | 'abandoned',
  reason: string | null,
): Promise<Flight> {
  if (live.hasLost) {
    await refold(journal, live);
    // It may have been finished or ended meanwhile.
    if (decide('cancel', live.flight) === 'repeat') return live.flight;
  }
  const air = noteAir(flights, live, true);
  const ended = flights.apply(live, { kind: 'ended', to, reason, summary: live.summary() });
  const [flight] = await Promise.all([ended, air]);
  return flight;
}

/** Ends a flight that the crew center ended: no intent is needed. */
export async function endAsCancelled(flights: LiveFlights, live: LiveFlight, reason: string): Promise<void> {
  await flights.apply(live, { kind: 'ended-by-host', reason, summary: live.summary() });
}

/** Cancels the PIREP of an ended flight at the crew center. Idempotent. */
export async function cancelAtPlatform(core: EndingCore, live: LiveFlight): Promise<void> {
  return live.lane.run('cancel', () => cancelNow(core, live));
}

async function cancelNow({ journal, platform, flights }: EndingCore, live: LiveFlight): Promise<void> {
  // What a full disk refuses must not happen at the crew center: the intent may still be on its way to the disk.
  if (!flights.isStored(live)) await journal.barrier();
  const { intent } = live.flight;
  if (intent?.kind !== 'cancel') return;
  try {
    await platform.cancelPirep(live.hostFlight(), intent.reason);
  } catch (error) {
    // Not found there, or refused permanently: nothing is left to cancel.
    const isOver =
      isRefusal(error, 'flight-not-found') ||
      isRefusal(error, 'flight-ended') ||
      isRefusal(error, 'crew-center-refused');
    if (!isOver) throw error;
  }
  await flights.apply(live, { kind: 'cancel-settled' });
}
