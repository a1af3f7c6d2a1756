import type { LiveFlight } from '../live-flight.ts';
import type { Parts } from '../parts.ts';
import { isRefusal, Refusal } from '../refusals.ts';

/**
 * Asks the crew center to open the PIREP of a flight whose start is written down. The PIREP's id was chosen before, so
 * asking again after a crash or a time-out finds what was made. A no for good ends the flight; a crew center out of
 * reach leaves the intent for the next try.
 */
export async function openAtPlatform(parts: Parts, live: LiveFlight): Promise<void> {
  return live.lane.run('start', () => ask(parts, live));
}

async function ask(parts: Parts, live: LiveFlight): Promise<void> {
  try {
    const { pirepId } = await parts.platform.openPirep(live.hostFlight());
    // Ended meanwhile (cancelled, or another one started): its own intent sees to the PIREP.
    const kind = live.flight.state === 'starting' ? 'opened' : 'adopted';
    await parts.flights.apply(live, { kind, pirepId });
  } catch (error) {
    if (
      live.flight.state === 'starting' &&
      error instanceof Refusal &&
      !isRefusal(error, 'crew-center-unavailable') &&
      !isRefusal(error, 'journal-full')
    ) {
      await parts.flights.apply(live, { kind: 'refused', at: parts.clock.now(), reason: error.message });
    }
    throw error;
  }
}

/**
 * After a restart: a start that the client never got an answer to. What the crew center made of it becomes the open
 * flight; what it never made is dropped. A client that repeats its start meanwhile waits for this.
 */
export async function resolveStart(parts: Parts, live: LiveFlight): Promise<void> {
  return live.lane.run('start', () => resolve(parts, live));
}

async function resolve(parts: Parts, live: LiveFlight): Promise<void> {
  const hostPirep = await parts.platform.findPirep(live.hostFlight());
  if (live.flight.state !== 'starting') return;
  if (hostPirep?.state === 'open' && parts.flights.openOf(live.flight.pilot.id) === undefined) {
    await parts.flights.apply(live, { kind: 'opened', pirepId: hostPirep.pirepId });
    return;
  }
  await parts.flights.apply(live, {
    kind: 'interrupted',
    at: parts.clock.now(),
    reason: 'The start was interrupted and never answered.',
    isOpenAtHost: hostPirep?.state === 'open',
  });
}
