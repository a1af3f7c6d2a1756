import type { ReportRequest } from '../calls.ts';
import { stateRefusal } from '../flight/state.ts';
import type { Flight, FlightName, Position } from '../model.ts';
import type { OpeningCore } from './core.ts';

/** An undated report this soon after the end of a flight belongs to that flight. */
const stragglerMs = 2 * 60_000;

/**
 * Recognises late reports and repeats of an ended flight: they never open another one.
 * @throws Refusal `flight-filed`, `flight-ended`, `flight-not-found`
 */
export async function refuseStraggler(
  { finder, clock }: OpeningCore,
  pilotId: string,
  { name, positions }: ReportRequest,
): Promise<void> {
  const ended =
    name === null ? await finder.last(pilotId) : ((await finder.namedOrNull(pilotId, name))?.flight ?? null);
  if (ended?.state === 'starting') return;
  if (ended === null) {
    if (name?.flightId !== undefined || name?.pirepId !== undefined) throw stateRefusal('flight-not-found');
    return;
  }
  if (isStraggler(ended, name, positions, clock.now()))
    throw stateRefusal(ended.state === 'filed' ? 'flight-filed' : 'flight-ended', ended);
}

function isStraggler(ended: Flight, name: FlightName | null, positions: readonly Position[], now: number): boolean {
  if (name !== null && (name.bidId === undefined || ended.state === 'filed' || ended.state === 'filing')) return true;
  const endedAt = ended.endedAt ?? ended.intent?.at ?? ended.startedAt;
  const newest = positions.at(-1);
  if (newest === undefined) return true;
  return newest.isDated ? newest.recordedAt <= endedAt : now - endedAt < stragglerMs;
}
