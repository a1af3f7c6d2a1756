import type { Calls, Session } from '../../tracking/calls.ts';
import { type Bid, noDetails } from '../../tracking/model.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { Surroundings } from './rows/flight.ts';

/**
 * What the crew center answers; while it is unavailable what Tracker knows by itself, so that a client that is started
 * again meanwhile finds its flight.
 */
export async function orOwnKnowledge<T>(answer: () => Promise<T>, known: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (!isRefusal(error, 'crew-center-unavailable')) throw error;
    return known();
  }
}

/** The bid of the flight that is under way, as it was at its start. */
export async function bidsUnderWay(calls: Pick<Calls, 'readFlight'>, session: Session): Promise<readonly Bid[]> {
  const flight = (await calls.readFlight(session, null))?.flight;
  if (flight === undefined || flight.bidId === null) return [];
  const plan = { ...flight.plan, aircraft: flight.aircraft };
  return [{ id: flight.bidId, plan, ...noDetails, aircraftChoices: [], blocked: null, fares: [], briefing: null }];
}

/** Of a flight under way no more is known than its own aircraft. */
export const nothingAround: Surroundings = { airlines: [], fleet: [], hasSubfleets: true };
