import type { FinishRequest, Opening, Session } from '../calls.ts';
import type { Found } from '../flight/find-flight.ts';
import { Refusal } from '../refusals.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { Wait } from '../sessions/waiting.ts';
import { isBookedAgain } from './clearances.ts';
import type { OpeningCore } from './core.ts';
import { begunFlight, canOpenFree, findMeant, openMeant } from './meant-flight.ts';
import { isRepeatedFinish } from './repeated-finish.ts';
import { isSameFreeFlight } from './same-flight.ts';
import { isCancelledByName, isOver } from './stragglers.ts';

/** A `finish` where the contract has no `start`. */
type OpeningFinish = FinishRequest & { readonly opening: Opening };

/**
 * Where the contract has no `start`, `finish` opens the flight of its bid, so that the client's figures are filed. Returns
 * the open flight, or the one that was finished by the same call before; otherwise the bid's. What is not certain
 * without the crew center is decided in the pilot's turn, by what is known then.
 */
export async function flightOfFinish(
  core: OpeningCore,
  { pilot }: Session,
  request: OpeningFinish,
  wait: Wait,
): Promise<Found> {
  const found = await findKnown(core, pilot.id, request);
  if (found !== null && (await isMeant(core, found, request))) return found;
  const job = core.turns.run(pilot, wait.shared, (turn) => openInTurn(core, turn, request));
  await wait.require(job);
  return await job;
}

async function openInTurn(core: OpeningCore, turn: Turn, request: OpeningFinish): Promise<Found> {
  const { name, opening } = request;
  const last = await findKnown(core, turn.pilot.id, request);
  if (last !== null && (await isMeant(core, last, request))) return last;
  const begun = last?.live?.flight.state === 'starting' ? await begunFlight(core, turn, last.live) : null;
  if (begun !== null) return begun;
  const meant = await findMeant(core, turn, name);
  if (meant.taken !== null) return meant.taken;
  if (meant.bid === null && last !== null && isLast(core, last, request)) return last;
  requireFlightTime(request);
  return openMeant(core, meant, { name, opening });
}

/** A named bid may not have been flown yet; a named flight must be this pilot's. */
function findKnown({ finder }: OpeningCore, pilotId: string, { name }: OpeningFinish): Promise<Found | null> {
  const namesFlight = name?.flightId !== undefined || name?.pirepId !== undefined;
  return name === null || namesFlight ? finder.forPaperwork(pilotId, name) : finder.namedOrNull(pilotId, name);
}

/** Whether this is certainly the flight, whatever the crew center lists. */
async function isMeant(core: OpeningCore, { live, flight }: Found, { name, figures }: OpeningFinish): Promise<boolean> {
  const now = core.clock.now();
  if (flight.state === 'starting') return false;
  if (isCancelledByName(flight, name)) return true;
  if (flight.state === 'abandoned' || flight.state === 'cancelled') return name !== null && name.bidId === undefined;
  if (name?.bidId !== undefined && isOver(flight, now) && (await isBookedAgain(core, flight))) return false;
  return name !== null || live?.isUnderWay === true || isRepeatedFinish(flight, figures, now);
}

/** Whether an unnamed `finish` without a bid is one of the flight that ended last, and not of another free flight. */
function isLast(core: OpeningCore, { flight }: Found, { name, opening }: OpeningFinish): boolean {
  if (name !== null || (flight.state !== 'filing' && flight.state !== 'filed')) return false;
  const { freeFlight } = opening;
  return freeFlight === null || !canOpenFree(core, opening) || isSameFreeFlight(flight.plan, freeFlight);
}

function requireFlightTime({ figures }: FinishRequest): void {
  if (figures.flightTimeMin !== null) return;
  const message = 'No position of this flight was received, so this call must contain its figures.';
  throw new Refusal('invalid', {
    message,
    fields: { flightTimeMin: 'is required when no position was sent before' },
  });
}
