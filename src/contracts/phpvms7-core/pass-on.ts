import { Type } from 'typebox';
import type { Calls, Session } from '../../tracking/calls.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { compileBody } from '../body.ts';
import type { Contract, OpenRoute, Route, SessionRoute, WireAnswer, WireRequest } from '../contract.ts';
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
      if (!(await isOurs(calls, session, route, request))) return passOn(calls, session, route, request);
      return route.handle(calls, session, { ...request, ...readBody(request.sent) });
    },
  };
}

/** phpVMS answers it to everyone: widgets of websites draw it. */
const publicPath = '/pireps/{id}/acars/geojson';

function publicRoute(route: SessionRoute): OpenRoute {
  return { ...route, access: 'open', handle: (calls, request) => passOn(calls, null, route, request) };
}

/** Another client's program, which has a module of its own in the crew center. */
const otherClient = /vmsacars/i;

async function isOurs(calls: Calls, session: Session, { path }: SessionRoute, request: WireRequest): Promise<boolean> {
  if (!path.includes('{id}')) return request.isEnabled && !otherClient.test(String(request.sent.source_name));
  try {
    await calls.readFlight(session, { pirepId: String(request.params.id) });
    return true;
  } catch (error) {
    // Another pilot's is refused here: phpVMS would let everybody cancel it.
    if (!isRefusal(error, 'flight-not-found') || (await calls.isTracked(String(request.params.id)))) throw error;
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
