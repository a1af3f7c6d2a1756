import type { FinishRequest, FinishResult, Session } from '../calls.ts';
import type { Delivery } from '../delivery.ts';
import { type Found, findForPaperwork, findNamedOrNull } from '../find-flight.ts';
import type { LiveFlight } from '../live-flight.ts';
import type { Flight, ReportedFigures } from '../model.ts';
import { fileAtPlatform, intendToFile } from '../paperwork/filing.ts';
import type { Parts } from '../parts.ts';
import { isRefusal, Refusal } from '../refusals.ts';
import { decide } from '../state.ts';
import type { Patience, Wait } from '../waiting.ts';
import { openForFinish } from './opening.ts';
import { requireSettled } from './start.ts';

/** Files the flight: its receipt, or (past the wait, or with the crew center out of reach) that it is being filed. */
export async function finish(
  parts: Parts,
  delivery: Delivery,
  session: Session,
  request: FinishRequest,
): Promise<FinishResult> {
  using wait = parts.waits.begin(request.holdsWorker === true);
  const found = await find(parts, session, request, wait);
  if (found.live === null) return repeat(found.flight);
  return await finishFlight(parts, delivery, found.live, request.figures, wait);
}

/** @throws Refusal as the table of states says */
export async function finishFlight(
  parts: Parts,
  delivery: Delivery,
  live: LiveFlight,
  figures: ReportedFigures,
  wait: Patience = parts.waits.begin(false),
): Promise<FinishResult> {
  const isFirst = decide('finish', live.flight) === 'file';
  if (isFirst) await intendToFile(parts, live, figures);
  await waitForFiling(parts, delivery, live, wait);
  const { flight } = live;
  if (flight.receipt !== null) return { state: 'filed', receipt: flight.receipt, flight, repeated: !isFirst };
  if (flight.state === 'filing') return { state: 'filing', flight };
  decide('finish', flight);
  // The call that was first could not be written down.
  throw new Refusal('journal-full', {
    message: 'The server cannot store reports at the moment. Send it again in a few seconds.',
    retryAfterS: 5,
  });
}

async function waitForFiling(parts: Parts, delivery: Delivery, live: LiveFlight, wait: Patience): Promise<void> {
  const job = fileAtPlatform(parts, delivery, live);
  try {
    if (!(await wait.settles(job))) parts.inBackground(job.catch(ignoreRefusal));
  } catch (error) {
    ignoreRefusal(error);
  }
}

/** The intent is durable: whatever the crew center said, the sweep tries again. */
function ignoreRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

function repeat(flight: Flight): FinishResult {
  decide('finish', flight);
  if (flight.receipt === null) throw new Error('a filed flight without receipt');
  return { state: 'filed', receipt: flight.receipt, flight, repeated: true };
}

async function find(parts: Parts, session: Session, request: FinishRequest, wait: Wait): Promise<Found> {
  if (request.opening === null) {
    const found = await findForPaperwork(parts, session.pilot.id, request.name);
    decide('finish', found?.flight ?? null);
    return found as Found;
  }
  return findOrOpen(parts, session, request, request.opening, wait);
}

/** In a contract without `start`: the open flight, the receipt of the named one, else the bid's flight is opened to be filed at once. */
async function findOrOpen(
  parts: Parts,
  session: Session,
  request: FinishRequest,
  opening: NonNullable<FinishRequest['opening']>,
  wait: Wait,
): Promise<Found> {
  const pilotId = session.pilot.id;
  // A bid may be one that was never flown; a flight that is named must be this pilot's.
  const namesFlight = request.name?.flightId !== undefined || request.name?.pirepId !== undefined;
  const named =
    request.name === null || namesFlight
      ? await findForPaperwork(parts, pilotId, request.name)
      : await findNamedOrNull(parts, pilotId, request.name);
  const isUsable = named !== null && named.flight.state !== 'abandoned' && named.flight.state !== 'cancelled';
  if (isUsable && (request.name !== null || named.live !== null || !(await hasNewBid(parts, pilotId, named.flight))))
    return named;
  if (named !== null && !isUsable && request.name !== null && request.name.bidId === undefined) return named;
  const job = parts.locks.run(pilotId, wait.shared, () => openForFinish(parts, session, request, opening, wait.shared));
  await requireSettled(parts, wait, job);
  const live = await job;
  return { live, flight: live.flight };
}

/** Unnamed, with the last flight filed: a repeat, unless the platform's latest bid is another one than the flight's. */
async function hasNewBid(parts: Parts, pilotId: string, ended: Flight): Promise<boolean> {
  const { bid } = await parts.platform.latestBid(pilotId);
  return bid !== null && bid.id !== ended.bidId;
}
