import type { Calls, Session } from '../../../tracking/calls.ts';
import { stateRefusal } from '../../../tracking/flight/state.ts';
import type { Flight } from '../../../tracking/model.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import type { WireRequest } from '../../contract.ts';
import { contractName } from '../host-first.ts';
import { pirepRoute } from './pirep-route.ts';

/** The flight of this PIREP; null for one that is not tracked here. */
export async function readTracked(calls: Calls, session: Session, request: WireRequest): Promise<Flight | null> {
  try {
    return (await calls.readFlight(session, pirepRoute(request)))?.flight ?? null;
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) throw error;
    return null;
  }
}

/**
 * Checks that the PIREP is this pilot's: phpVMS does not, for comments, fields and routes.
 * @throws Refusal `flight-not-found` for another pilot's and for an unknown one
 */
export async function requireOwnPirep(calls: Calls, session: Session, request: WireRequest): Promise<void> {
  const isTracked = (await readTracked(calls, session, request)) !== null;
  if (!isTracked && !(await isOwnAtHost(calls, session, request))) throw stateRefusal('flight-not-found');
}

/** Of a PIREP that was not tracked here. */
async function isOwnAtHost(calls: Calls, session: Session, request: WireRequest): Promise<boolean> {
  const { pirepId } = pirepRoute(request);
  const path = `/pireps/${encodeURIComponent(pirepId)}`;
  const call = { method: 'GET', path, body: null, holdsWorker: request.holdsWorker } as const;
  const answer = await calls.desk.askHost(contractName, session, call);
  if (answer === null) {
    await calls.desk.papers(session).listComments(pirepId);
    return true;
  }
  const { data } = (answer.status === 200 ? JSON.parse(answer.body) : {}) as { data?: { user_id?: unknown } };
  return data !== undefined && String(data.user_id) === session.pilot.id;
}

/**
 * Asks the crew center's own API for this route, as the pilot; null where it has none.
 * @throws Refusal as `OwnApi.ask`; `flight-not-found` unless the PIREP is the pilot's
 */
export async function askForPirep(
  calls: Calls,
  session: Session,
  request: WireRequest,
  { method, path }: { readonly method: 'GET' | 'POST' | 'DELETE'; readonly path: string },
) {
  await requireOwnPirep(calls, session, request);
  const { pirepId } = pirepRoute(request);
  const address = `/pireps/${encodeURIComponent(pirepId)}/${path}`;
  const body = method === 'GET' ? null : request.body;
  return calls.desk.askHost(contractName, session, { method, path: address, body, holdsWorker: request.holdsWorker });
}
