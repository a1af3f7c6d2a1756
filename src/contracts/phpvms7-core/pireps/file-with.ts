import type { Calls, Session } from '../../../tracking/calls.ts';
import { nothingReported } from '../../../tracking/figures/pirep.ts';
import type { EarlyFigures } from '../../../tracking/model.ts';
import type { WireObject, WireRequest } from '../../contract.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import { lastFigures } from './figures.ts';
import { pirepRoute } from './pirep-route.ts';
import { encodePirep } from './resource.ts';

/** Files the flight with the figures of this body, once, and returns its PIREP. @param more - what the body does not say */
export async function fileWith(
  calls: Calls,
  session: Session,
  request: WireRequest,
  { body, more = {} }: { readonly body: WireObject; readonly more?: EarlyFigures },
) {
  const name = pirepRoute(request);
  const { holdsWorker } = request;
  const open = await calls.readFlight(session, name);
  if (open !== null) await chooseAircraft(calls, session, open.flight, { aircraft: body.aircraft_id, holdsWorker });
  const { phase: _phase, ...said } = lastFigures(body);
  await calls.finish(session, { name, figures: { ...nothingReported, ...said, ...more }, opening: null, holdsWorker });
  const view = await calls.readFlight(session, name);
  return { status: 200, body: { data: view === null ? null : encodePirep(view) } };
}
