import type { Calls, Session } from '../../../tracking/calls.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import type { SessionRoute, WireRequest } from '../../contract.ts';
import { pirepRoute, reporting } from './pirep-route.ts';
import { encodePirep, pirepSchema } from './resource.ts';

export const readPirep: SessionRoute = {
  ...reporting,
  method: 'GET',
  path: '/pireps/{id}',
  summary: 'One PIREP of the pilot',
  description:
    'One that is tracked here as Tracker knows it, also while the crew center is down; another one as the crew center answers it. Needs a key, because a PIREP of phpVMS names its pilot.',
  body: null,
  answers: { 200: pirepSchema },
  refusals: ['flight-not-found', 'crew-center-unavailable'],
  async handle(calls, session, request) {
    const name = pirepRoute(request);
    try {
      const view = await calls.readFlight(session, name);
      return { status: 200, body: { data: view === null ? null : encodePirep(view) } };
    } catch (error) {
      if (!isRefusal(error, 'flight-not-found')) throw error;
      const answer = await askHost(calls, session, request, name.pirepId);
      if (answer === null) throw error;
      return answer;
    }
  },
};

function askHost(calls: Calls, session: Session, { holdsWorker }: WireRequest, pirepId: string) {
  const path = `/pireps/${encodeURIComponent(pirepId)}`;
  return calls.desk.askHost('phpvms7-core', session, { method: 'GET', path, body: null, holdsWorker });
}
