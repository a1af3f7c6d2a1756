import type { Server } from '../../src/server/app.ts';

/** Flights that are not over, and those that wait for the operator with the reason. */
export async function describeUnfinished({ tracker: { tracking } }: Server): Promise<readonly string[]> {
  return [...tracking.flights].map(({ flight: { id, state, setAside } }) =>
    setAside === null ? `flight ${id} is ${state}` : `flight ${id} was set aside: ${setAside}`,
  );
}
