import type { Calls, Session } from '../../tracking/calls.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import type { OpenRoute, SessionRoute, WireAnswer, WireRequest } from '../contract.ts';

type HostCall = Parameters<Calls['desk']['askHost']>[2];

/** Name of the contract, by which a crew center says that its own API speaks it. */
export const contractName = 'phpvms7-core';

/**
 * The route, answered by the crew center's own API where it has one that speaks this contract; else, and while it does not
 * respond, as the route does by itself.
 */
export function hostFirst(route: SessionRoute): SessionRoute {
  return {
    ...route,
    handle: async (calls, session, request) =>
      (await fromHost(calls, session, route, request)) ?? route.handle(calls, session, request),
  };
}

/** The same for a route that needs no key. */
export function hostFirstOpen(route: OpenRoute): OpenRoute {
  return {
    ...route,
    handle: async (calls, request) => (await fromHost(calls, null, route, request)) ?? route.handle(calls, request),
  };
}

async function fromHost(
  { desk }: Calls,
  session: Session | null,
  { method, path }: Pick<SessionRoute, 'method' | 'path'>,
  request: WireRequest,
): Promise<WireAnswer | null> {
  const call = {
    method: method as HostCall['method'],
    path: pathOf(path, request),
    holdsWorker: request.holdsWorker,
  };
  const isReading = method === 'GET';
  try {
    return await desk.askHost(contractName, session, { ...call, body: isReading ? null : request.body });
  } catch (error) {
    // The desk's own changes may be made twice; one that the host failed on is not.
    if (isRefusal(error, 'crew-center-unavailable') || isRefusal(error, 'server-busy')) return null;
    if (isReading && isRefusal(error, 'crew-center-refused')) return null;
    throw error;
  }
}

/** The path as the host reads it: nothing but the route's own parameters and the members of its query. */
function pathOf(template: string, { params, query }: WireRequest): string {
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const members = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return members.length === 0 ? path : `${path}?${new URLSearchParams(members).toString()}`;
}
