import type { LiveFlight } from '../live-flight.ts';
import type { Parts } from '../parts.ts';
import { isRefusal } from '../refusals.ts';

/**
 * The host has lost the PIREP (deleted by hand, reaped by its clean-up) while the pilot flies on: a new one is opened,
 * the old id stays a name of the flight, and the whole track is delivered again.
 */
export async function prefileAnew(parts: Parts, live: LiveFlight): Promise<void> {
  const { pirepId, formerPirepIds } = live.flight;
  const newId = parts.platform.capabilities.pirepAtStart ? parts.tokens.newId() : null;
  await parts.flights.apply(live, { kind: 'renewing', pirepId: newId });
  // Before it is asked: where its answer is lost, the new one is there and has none of the track.
  await parts.cursors.restart(live);
  try {
    const opened = await parts.platform.openPirep(live.hostFlight());
    await parts.flights.apply(live, { kind: 'adopted', pirepId: opened.pirepId });
  } catch (error) {
    // A no: the new id never came to be one.
    if (isRefusal(error) && !isRefusal(error, 'crew-center-unavailable'))
      await parts.flights.apply(live, { kind: 'renewal-refused', pirepId, formerPirepIds });
    throw error;
  }
}

/**
 * What became of a PIREP that the host no longer takes reports for: cancelled there, our flight ends as cancelled;
 * lost, it is opened anew. Answers whether the flight goes on. Whoever asks while it is under way waits for the same.
 */
export async function reconcile(parts: Parts, live: LiveFlight): Promise<boolean> {
  return live.lane.run('reconcile', () => findOut(parts, live));
}

async function findOut(parts: Parts, live: LiveFlight): Promise<boolean> {
  const found = await parts.platform.findPirep(live.hostFlight());
  if (live.flight.state !== 'open' && live.flight.state !== 'suspended') return false;
  if (found === null) {
    await prefileAnew(parts, live);
    return true;
  }
  if (found.state === 'open') return true;
  const isCancelled = found.state === 'cancelled';
  await endAsCancelled(
    parts,
    live,
    isCancelled ? 'The crew center cancelled the PIREP.' : 'The PIREP was filed at the crew center.',
  );
  return false;
}

/** The crew center ended it: nothing is left to ask of it. */
export async function endAsCancelled(parts: Parts, live: LiveFlight, reason: string): Promise<void> {
  const at = parts.clock.now();
  await parts.flights.apply(live, { kind: 'ended-by-host', at, reason, summary: live.summary() });
  await parts.cursors.close(live);
}

/** Whether this error says that the host has lost or closed the PIREP. */
export function isPirepGone(error: unknown): boolean {
  return isRefusal(error, 'flight-not-found') || isRefusal(error, 'flight-ended');
}
