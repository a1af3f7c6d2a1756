import type { FinishRequest, FinishResult, Session } from './calls.ts';
import type { Found } from './flight/find-flight.ts';
import type { LiveFlight } from './flight/live-flight.ts';
import { decide } from './flight/state.ts';
import type { Flight, Intent, ReportedFigures } from './model.ts';
import type { OpeningCore } from './opening/core.ts';
import { flightOfFinish } from './opening/flight-of-finish.ts';
import type { PaperworkCore } from './paperwork/core.ts';
import { endAsCancelled } from './paperwork/ending.ts';
import { deliverRest, fileAtHost, intendToFile } from './paperwork/filing.ts';
import { draftPirep, settleReports } from './paperwork/pirep-draft.ts';
import { isRefusal, Refusal } from './refusals.ts';
import type { Patience, Wait } from './sessions/waiting.ts';

/**
 * `finish`: finds the flight, stores that it is to be filed, and files it while the client waits. Returns its receipt, or
 * `filing` after the timeout or while the crew center is unavailable.
 */
export async function finish(core: OpeningCore, session: Session, request: FinishRequest): Promise<FinishResult> {
  using wait = core.turns.begin(request.holdsWorker);
  const { live, flight } = await findFlight(core, session, request, wait);
  if (live === null) return resultOf(flight, false);
  return await finishFlight(core, live, request.figures, wait);
}

/**
 * The steps of a `finish` once its flight is known.
 * @throws Refusal as the table of states says
 */
export async function finishFlight(
  core: PaperworkCore,
  live: LiveFlight,
  figures: ReportedFigures,
  wait: Patience,
): Promise<FinishResult> {
  const isFirst = decide('finish', live.flight) === 'file';
  if (isFirst) await intendToFile(core, live, figures);
  else if (!core.flights.isStored(live)) await settleReports(core, live);
  await waitFor(fileAtPlatform(core, live), wait);
  return resultOf(core.flights.storedOf(live), isFirst);
}

/**
 * Files a flight for which that is intended: for `finish`, and for the sweep that tries again. Concurrent calls share one run.
 * What the crew center refuses for good is set aside for the operator.
 */
export async function fileAtPlatform(core: PaperworkCore, live: LiveFlight): Promise<void> {
  return live.lane.run('file', async () => {
    const { intent, setAside } = live.flight;
    if (intent?.kind !== 'finish' || setAside !== null) return;
    await settleReports(core, live);
    try {
      await file(core, live, intent);
    } catch (error) {
      if (isRefusal(error, 'flight-ended'))
        return endAsCancelled(core.flights, live, 'The crew center cancelled the PIREP.');
      if (!isRefusal(error, 'crew-center-refused')) throw error;
      await core.flights.apply(live, { kind: 'set-aside', reason: error.message });
    }
  });
}

/** The steps at the crew center, once every report is on disk. The adapter first checks whether the host has it already. */
async function file(core: PaperworkCore, live: LiveFlight, finish: Intent & { kind: 'finish' }): Promise<void> {
  await deliverRest(core, live);
  const pirep = await draftPirep(core, live, finish);
  const { pirepId, state: pirepState, isUnsure = false } = await fileAtHost(core, live, pirep);
  const receipt = { flightId: live.flight.id, pirepId, pirepState, pirep };
  await core.flights.apply(live, { kind: 'filed', receipt, summary: live.summary(), isUnsure });
  // The flight is kept until the crew center has been checked for incomplete steps; its track is no longer delivered.
  if (isUnsure) await core.track.close(live);
}

/** The flight that is meant; in a contract without `start`, one that this call opens. */
async function findFlight(core: OpeningCore, session: Session, request: FinishRequest, wait: Wait): Promise<Found> {
  const { opening } = request;
  if (opening !== null) return flightOfFinish(core, session, { ...request, opening }, wait);
  const found = await core.finder.forPaperwork(session.pilot.id, request.name);
  decide('finish', found?.flight ?? null);
  return found as Found;
}

/** The intent is durable: the sweep retries, whatever the crew center returned. */
async function waitFor(filing: Promise<void>, wait: Patience): Promise<void> {
  try {
    if (!(await wait.settles(filing))) wait.letGo(filing);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** @param flight as it is on disk: what is answered must outlive a crash */
function resultOf(flight: Flight, isFirst: boolean): FinishResult {
  if (flight.receipt !== null) return { state: 'filed', receipt: flight.receipt, flight, repeated: !isFirst };
  if (flight.state === 'filing') return { state: 'filing', flight };
  decide('finish', flight);
  // The first call could not be stored.
  throw new Refusal('journal-full', {
    message: 'The server cannot store reports at the moment. Send it again in a few seconds.',
    retryAfterS: 5,
  });
}
