import type { LiveFlight } from '../flight/live-flight.ts';
import { isRefusal, isUnanswered, Refusal } from '../refusals.ts';
import type { PaperworkCore } from './core.ts';

/**
 * Opens the PIREP of a flight whose start is stored. Its id was chosen before, so a retry after a crash or timeout finds the
 * one that was created. A final refusal ends the flight; while the crew center is unavailable the intent is kept for a retry.
 */
export async function openPirep(core: PaperworkCore, live: LiveFlight): Promise<void> {
  return live.lane.run('start', () => openNow(core, live));
}

async function openNow({ platform, flights, delays }: PaperworkCore, live: LiveFlight): Promise<void> {
  try {
    const { pirepId } = await platform.openPirep(live.hostFlight());
    // Ended meanwhile (cancelled, or another one started): its own intent cancels the PIREP.
    const kind = live.flight.state === 'starting' ? 'opened' : 'adopted';
    await flights.apply(live, { kind, pirepId });
    delays.noteDone(live.flight, 'start');
  } catch (error) {
    delays.note(live.flight, 'start', error);
    if (
      live.flight.state === 'starting' &&
      error instanceof Refusal &&
      !isUnanswered(error) &&
      !isRefusal(error, 'journal-full')
    ) {
      await flights.apply(live, { kind: 'refused', reason: error.message });
      // Of the PIREP, cancelled there before this flight was open: for the caller no flight has ended, none began.
      if (error.code === 'flight-ended') throw new Refusal('crew-center-refused', { message: error.message });
    }
    throw error;
  }
}

/**
 * After a restart, resolves a start whose client got no response. A PIREP that the crew center has opened becomes the open
 * flight; otherwise the flight is dropped. A client that repeats its start meanwhile waits for this.
 */
export async function resolveStart(core: PaperworkCore, live: LiveFlight): Promise<void> {
  return live.lane.run('start', () => findOut(core, live));
}

async function findOut({ platform, flights, delays }: PaperworkCore, live: LiveFlight): Promise<void> {
  const hostPirep = await platform.findPirep(live.hostFlight());
  if (live.flight.state !== 'starting') return;
  if (hostPirep?.state === 'open' && flights.openOf(live.flight.pilot.id) === undefined) {
    await flights.apply(live, { kind: 'opened', pirepId: hostPirep.pirepId });
    return;
  }
  const why = delays.reasonOf(live.flight.id);
  const reason = `The start was interrupted${why === null ? '.' : `: ${why}`}`;
  await flights.apply(live, { kind: 'interrupted', reason, isOpenAtHost: hostPirep?.state === 'open' });
  delays.noteDropped(live.flight);
}

/**
 * Opens a new PIREP for a flight under way whose PIREP the host has lost (deleted by hand or by its clean-up). The old id
 * remains a name of the flight, and the whole track is delivered again.
 */
export async function renewPirep(core: PaperworkCore, live: LiveFlight): Promise<void> {
  const { platform, flights, track } = core;
  const { pirepId, formerPirepIds } = live.flight;
  await flights.apply(live, { kind: 'renewing', pirepId: core.newPirepId() });
  // Before the call: if its response is lost, the new PIREP exists without any track.
  await track.restart(live);
  try {
    const opened = await platform.openPirep(live.hostFlight());
    await flights.apply(live, { kind: 'adopted', pirepId: opened.pirepId });
    // Where it is, the crew center knows of the lost PIREP only.
    if (live.lastPosition !== null) flights.noteMoved(live);
  } catch (error) {
    // Refused: no PIREP with the new id exists.
    if (isRefusal(error) && !isUnanswered(error))
      await flights.apply(live, { kind: 'renewal-refused', pirepId, formerPirepIds });
    throw error;
  }
}
