import type { ReportRequest } from '../calls.ts';
import { stateRefusal } from '../flight/state.ts';
import type { Flight, FlightName, Position } from '../model.ts';
import { isBookedAgain } from './clearances.ts';
import type { OpeningCore } from './core.ts';

/** An undated report this soon after the end of a flight belongs to that flight. */
const stragglerMs = 2 * 60_000;

/**
 * Recognises late reports and repeats of an ended flight: they never open another one.
 * @throws Refusal `flight-filed`, `flight-ended`, `flight-not-found`
 */
export async function refuseStraggler(
  core: OpeningCore,
  pilotId: string,
  { name, positions }: ReportRequest,
): Promise<void> {
  const { finder, clock } = core;
  const ended =
    name === null ? await finder.last(pilotId) : ((await finder.namedOrNull(pilotId, name))?.flight ?? null);
  if (ended?.state === 'starting') return;
  if (ended === null) {
    if (name?.flightId !== undefined || name?.pirepId !== undefined) throw stateRefusal('flight-not-found');
    return;
  }
  if (name?.bidId !== undefined && isOver(ended, clock.now()) && (await isBookedAgain(core, ended))) return;
  if (isStraggler(ended, name, positions, clock.now()))
    throw stateRefusal(ended.state === 'filed' ? 'flight-filed' : 'flight-ended', ended);
}

function isStraggler(ended: Flight, name: FlightName | null, positions: readonly Position[], now: number): boolean {
  if (name !== null && (name.bidId === undefined || ended.state === 'filed' || ended.state === 'filing')) return true;
  if (isCancelledByName(ended, name)) return true;
  const newest = positions.at(-1);
  if (newest === undefined) return true;
  // Without a time they wait as ever: where the crew center refused the start, each of them would be another request.
  if (hasNeverBegun(ended) && newest.isDated) return false;
  return newest.isDated ? newest.recordedAt <= endOf(ended) : !isOver(ended, now);
}

/** Whether its start came to nothing: it has no reports, and what its client has kept since is still to be stored. */
const hasNeverBegun = ({ state, summary }: Flight): boolean => state === 'abandoned' && summary === null;

/**
 * Whether the call names a cancelled flight by its id. Somebody wanted its end: though the call names its bid, too, it never
 * begins another. An abandoned one may have been begun again by an answer that the client did not get.
 */
export function isCancelledByName({ state }: Flight, name: FlightName | null): boolean {
  return state === 'cancelled' && (name?.flightId !== undefined || name?.pirepId !== undefined);
}

/** Whether an undated report may be one of another flight; before, nothing is asked for it. */
export const isOver = (ended: Flight, now: number): boolean => now - endOf(ended) >= stragglerMs;

const endOf = ({ endedAt, intent, startedAt }: Flight): number => endedAt ?? intent?.at ?? startedAt;
