import type { CancelRequest, CancelResult, Session } from '../calls.ts';
import { findForPaperwork } from '../find-flight.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Flight } from '../model.ts';
import { cancelAtPlatform, end } from '../paperwork/ending.ts';
import type { Parts } from '../parts.ts';
import { isRefusal } from '../refusals.ts';
import { decide } from '../state.ts';
import type { Patience } from '../waiting.ts';

/** Cancels the flight. It has ended when this answers; a crew center out of reach is told later. */
export async function cancel(parts: Parts, session: Session, request: CancelRequest): Promise<CancelResult> {
  using wait = parts.waits.begin(request.holdsWorker === true);
  return await parts.locks.run(session.pilot.id, wait, async () => {
    const found = await findForPaperwork(parts, session.pilot.id, request.name);
    const verdict = decide('cancel', found?.flight ?? null);
    if (found === null) throw new Error('no flight to cancel');
    if (verdict === 'repeat' || found.live === null) return { flight: found.flight, repeated: true };
    const flight = await endFlight(parts, found.live, 'cancelled', request.reason, wait);
    return { flight, repeated: false };
  });
}

/** Ends the flight, then waits a while for the crew center to know. */
export async function endFlight(
  parts: Parts,
  live: LiveFlight,
  to: 'cancelled' | 'abandoned',
  reason: string | null,
  wait: Patience,
): Promise<Flight> {
  // Of one that is being opened there: what comes of it is told; else it is ended, and its PIREP cancelled once it is there.
  const before = live.lane.pending('start');
  const isFree = before === null || (await wait.settles(before.catch(() => undefined)));
  if (decide('cancel', live.flight) === 'repeat') return live.flight;
  await end(parts, live, to, reason);
  const job = cancelAtPlatform(parts, live).catch((error: unknown) => {
    // The intent is durable: the sweep tells the crew center later.
    if (!isRefusal(error)) throw error;
  });
  if (!isFree || !(await wait.settles(job))) parts.inBackground(job);
  return live.flight;
}
