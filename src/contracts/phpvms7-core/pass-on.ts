import { Type } from 'typebox';
import type { Calls, Session } from '../../tracking/calls.ts';
import { stateRefusal } from '../../tracking/flight/state.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { compileBody } from '../body.ts';
import type { Contract, OpenRoute, Route, SessionRoute, WireAnswer, WireObject, WireRequest } from '../contract.ts';
import { contractName } from './host-first.ts';

/**
 * The route where a web server hands over paths of the crew center's own API: a PIREP that Tracker did not open is passed on
 * as it was sent, and answered as the crew center answers it. So the body is not checked before it is known whose PIREP it is.
 */
export function passingOn(route: Route, contract: Pick<Contract, 'coerce'>): Route {
  if (route.access !== 'session') return route;
  if (route.method === 'GET' && route.path === publicPath) return publicRoute(route);
  const readBody = compileBody(route.body, contract as Contract, Number.POSITIVE_INFINITY);
  return {
    ...route,
    body: route.body === null ? null : { kind: 'object', schema: Type.Object({}) },
    refusals: [...route.refusals, 'crew-center-unavailable', 'crew-center-refused', 'server-busy'],
    servesWhenDisabled: true,
    async handle(calls, session, request) {
      const { isOurs, params } = await whoseOf(calls, session, route, request);
      if (!isOurs) return passOn(calls, session, route, { ...request, params });
      return route.handle(calls, session, { ...request, params, ...readBody(request.sent) });
    },
  };
}

/** phpVMS answers it to everyone: widgets of websites draw it. The client is checked as elsewhere. */
const publicPath = '/pireps/{id}/acars/geojson';

function publicRoute(route: SessionRoute): OpenRoute {
  return { ...route, access: 'client', handle: (calls, request) => passOn(calls, null, route, request) };
}

/** Another client's program, which has a module of its own in the crew center. */
const otherClient = /vmsacars/i;
/** Programs that give its name as their source (pxp, phpvms-linux-client), and have no such module. */
const namesakes = /^phpVMS-(?:Go|Python)-Client\//;

function isOfOtherClient({ sent, userAgent }: WireRequest): boolean {
  return otherClient.test(String(sent.source_name)) && !namesakes.test(userAgent);
}

/** The PIREP of a request: of the crew center, or a flight of this pilot's that is tracked here. */
interface Meant {
  readonly isOurs: boolean;
  /** As it is spelled by whose it is. */
  readonly params: WireObject;
}

/** @throws Refusal `flight-not-found` for another pilot's, which phpVMS would let everybody change */
async function whoseOf(calls: Calls, session: Session, route: SessionRoute, request: WireRequest): Promise<Meant> {
  const { params } = request;
  if (!route.path.includes('{id}')) return { isOurs: request.isEnabled && !isOfOtherClient(request), params };
  const id = String(params.id);
  if (await isOwnFlight(calls, session, id)) return { isOurs: true, params };
  const found = await calls.desk.findHostPirep(contractName, id);
  if (found === null) {
    if (await calls.isTracked(id)) throw stateRefusal('flight-not-found');
    return { isOurs: false, params };
  }
  const isOthers = found.pilotId !== session.pilot.id;
  if (isOthers && (route.method !== 'GET' || (await calls.isTracked(found.pirepId))))
    throw stateRefusal('flight-not-found');
  const isOurs = !isOthers && found.pirepId !== id && (await isOwnFlight(calls, session, found.pirepId));
  return { isOurs, params: { ...params, id: found.pirepId } };
}

async function isOwnFlight(calls: Calls, session: Session, pirepId: string): Promise<boolean> {
  try {
    await calls.readFlight(session, { pirepId });
    return true;
  } catch (error) {
    if (!isRefusal(error, 'flight-not-found')) throw error;
    return false;
  }
}

async function passOn(
  { desk }: Calls,
  session: Session | null,
  { method, path: template }: SessionRoute,
  { params, sent, holdsWorker }: WireRequest,
): Promise<WireAnswer> {
  const path = template.replace('{id}', encodeURIComponent(String(params.id)));
  // PATCH is PUT there.
  const call = { method: method === 'PATCH' ? 'PUT' : method, path, body: method === 'GET' ? null : sent, holdsWorker };
  const answer = await desk.askHost(contractName, session, call);
  if (answer === null) throw new Refusal('flight-not-found', { message: 'You have no such flight.' });
  return answer;
}
