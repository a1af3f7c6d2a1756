import type { Calls, Session } from '../../tracking/calls.ts';
import type { Surroundings } from './rows/flight.ts';

/** Airlines and fleet for the rows of flights. @param withParts - `with` of the query: empty leaves the subfleets out */
export async function readSurroundings(
  { desk }: Pick<Calls, 'desk'>,
  session: Session,
  withParts: unknown,
): Promise<Surroundings> {
  const hasSubfleets = withParts === undefined || withParts === null || /subfleets|^1$/.test(String(withParts));
  return {
    airlines: desk.offers('listAirlines') ? await desk.listAirlines() : [],
    fleet: desk.offers('listFleet') ? await desk.listFleet(session) : [],
    hasSubfleets,
  };
}
