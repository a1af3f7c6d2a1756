import type { StartRequest } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide, hasEnded } from '../flight/state.ts';
import type { FreeFlight, Plan } from '../model.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import type { OpeningCore } from './core.ts';
import { waitUntilOpen } from './open-flight.ts';

/** Resumes the flight that is already under way for the same bid, or whose start still waits for the crew center; null for none. */
export async function resumeSameFlight(
  core: OpeningCore,
  turn: Turn,
  request: StartRequest,
): Promise<LiveFlight | null> {
  const { flights, journal } = core;
  const live = findSameFlight(flights.ofPilot(turn.pilot.id), request);
  // Of one that was filed, whether its bid was booked again is decided with the clearance.
  if (live === undefined || live.flight.state === 'filed') return null;
  if (!flights.isStored(live)) await turn.patience.require(journal.barrier());
  const verdict = decide('startSameBid', live.flight);
  if (verdict === 'begin') return null;
  if (verdict === 'await') {
    await waitUntilOpen(core, turn, live);
    // Abandoned meanwhile, because the crew center never received it.
    if (hasEnded(live.flight)) return null;
  } else if (live.flight.state === 'suspended') {
    await flights.apply(live, { kind: 'resumed' });
  }
  return live;
}

/** Returns the pilot's flight that a start refers to: of the same bid or schedule, or the same free flight. */
export function findSameFlight(
  flights: readonly LiveFlight[],
  { bidId, schedule, freeFlight }: Pick<StartRequest, 'bidId' | 'schedule' | 'freeFlight'>,
): LiveFlight | undefined {
  if (schedule !== undefined) {
    const begun = flights.filter(({ isUnderWay, flight }) => isUnderWay || flight.state === 'starting');
    return begun.findLast(({ flight }) => isOnSchedule(flight.plan, schedule.id, freeFlight));
  }
  if (bidId !== null) return flights.findLast((live) => live.flight.bidId === bidId);
  if (freeFlight === null) return undefined;
  return flights.findLast(
    ({ flight: { bidId: bid, state, plan } }) =>
      bid === null && state !== 'filing' && state !== 'filed' && isSameFreeFlight(plan, freeFlight),
  );
}

/** Whether this schedule is flown; without one on both sides, this number between these airports. */
function isOnSchedule(plan: Plan, scheduleId: string | null, asked: FreeFlight | null): boolean {
  if (scheduleId !== null && plan.scheduleId !== null) return scheduleId === plan.scheduleId;
  return (
    asked !== null &&
    isOneOf(asked.flightNumber, [plan.flightNumber]) &&
    isOneOf(asked.departure, [plan.departure.icao]) &&
    isOneOf(asked.arrival, [plan.arrival.icao])
  );
}

/**
 * Whether the plan was made from this request. A plan has the crew center's interpretation of the request: `dm123` from
 * `zrh ` may be flight 123 of the airline DM.
 */
export function isSameFreeFlight(plan: Plan, asked: FreeFlight): boolean {
  const airlineCode = plan.airlineCode ?? '';
  const isNumber = isOneOf(asked.flightNumber, [
    plan.flightNumber,
    plan.ident,
    plan.callsign,
    airlineCode + plan.flightNumber,
  ]);
  const shownCode = plan.ident.endsWith(plan.flightNumber) ? plan.ident.slice(0, -plan.flightNumber.length) : null;
  return (
    isNumber &&
    isOneOf(asked.departure, [plan.departure.icao]) &&
    isOneOf(asked.arrival, [plan.arrival.icao]) &&
    (asked.airline === null || isOneOf(asked.airline, [plan.airlineId, airlineCode, shownCode]))
  );
}

function isOneOf(text: string, names: readonly (string | null)[]): boolean {
  const wanted = text.trim().toUpperCase();
  return names.some((name) => name !== null && name.toUpperCase() === wanted);
}
