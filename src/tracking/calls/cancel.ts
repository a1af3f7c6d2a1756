import type { CancelRequest, CancelResult, Session } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide } from '../flight/state.ts';
import type { Flight } from '../model.ts';
import type { OpeningCore } from '../opening/core.ts';
import { removeOwnBid } from '../opening/own-bids.ts';
import { cancelAtPlatform, endFlight } from '../paperwork/ending.ts';
import { isRefusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';

/** Cancels the flight. It has ended when this returns; an unavailable crew center is notified later. */
export async function cancel(core: OpeningCore, { pilot }: Session, request: CancelRequest): Promise<CancelResult> {
  using wait = core.turns.begin(request.holdsWorker);
  return await core.turns.run(pilot, wait, async (turn) => {
    const result = await cancelInTurn(core, turn, request);
    const { said, bidId } = result.flight;
    if (said?.isOwnBid !== true || bidId === null) return result;
    // In the same turn: a start after it must not fly this bid.
    const job = removeOwnBid(core, turn, bidId);
    if (!(await wait.settles(job))) wait.letGo(job);
    return result;
  });
}

/** For the operator: ends this flight. */
export async function endInTurn(
  core: OpeningCore,
  live: LiveFlight,
  to: 'cancelled' | 'abandoned',
  reason: string,
): Promise<Flight> {
  using wait = core.turns.begin(false);
  return await core.turns.run(live.flight.pilot, wait, (turn) => end(core, turn, live, { to, reason }));
}

async function cancelInTurn(core: OpeningCore, turn: Turn, request: CancelRequest): Promise<CancelResult> {
  const found = await core.finder.forPaperwork(turn.pilot.id, request.name);
  const verdict = decide('cancel', found?.flight ?? null);
  if (found === null) throw new Error('no flight to cancel');
  if (verdict === 'repeat' || found.live === null) return { flight: found.flight, repeated: true };
  const flight = await end(core, turn, found.live, { to: 'cancelled', reason: request.reason });
  return { flight, repeated: false };
}

/** Ends the flight, then waits for the crew center, up to the timeout. */
async function end(
  core: OpeningCore,
  { patience }: Turn,
  live: LiveFlight,
  { to, reason }: { readonly to: 'cancelled' | 'abandoned'; readonly reason: string | null },
): Promise<Flight> {
  // If its PIREP is being opened there, wait for the result; otherwise end the flight, and cancel its PIREP once it exists.
  const before = live.lane.pending('start');
  const isFree = before === null || (await patience.settles(before.catch(() => undefined)));
  if (decide('cancel', live.flight) === 'repeat') return live.flight;
  await endFlight(core, live, to, reason);
  const job = cancelAtPlatform(core, live).catch((error: unknown) => {
    // The intent is durable: the sweep informs the crew center later.
    if (!isRefusal(error)) throw error;
  });
  if (!isFree || !(await patience.settles(job))) patience.letGo(job);
  return live.flight;
}
