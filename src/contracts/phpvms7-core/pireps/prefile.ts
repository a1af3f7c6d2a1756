import { Type } from 'typebox';
import type { Calls, Session, StartRequest } from '../../../tracking/calls.ts';
import type { PlanChanges } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute } from '../../contract.ts';
import { readId, readNumber, readText } from '../values.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import { earlyFigures, levels } from './figures.ts';
import { byMethods, reporting } from './pirep-route.ts';
import { type PrefileBody, prefileBody } from './prefile-body.ts';
import { encodePirep, pirepSchema } from './resource.ts';

export const prefile: readonly SessionRoute[] = byMethods(['POST'], {
  ...reporting,
  path: '/pireps/prefile',
  summary: 'Start a flight',
  description:
    'For the flight that is already open it returns that PIREP, so that a client can continue after a crash. A filed PIREP is never handed out. Another flight that is suspended is abandoned.',
  params: Type.Object({}),
  body: { kind: 'object', schema: prefileBody },
  answers: { 200: pirepSchema },
  refusals: [
    'bid-not-found',
    'bid-blocked',
    'bid-required',
    'flight-open',
    'flight-filing',
    'too-soon',
    'invalid',
    'not-offered',
    'crew-center-refused',
    'crew-center-unavailable',
    'journal-full',
  ],
  servesWhenDisabled: false,
  async handle(calls, session, request) {
    const body = bodyAs(prefileBody, request.body);
    const { holdsWorker } = request;
    const { flight: view, resumed } = await startKnown(calls, session, startOf(body, holdsWorker));
    const { flight } = view;
    if (resumed) await chooseAircraft(calls, session, flight, { aircraft: body.aircraft_id, holdsWorker });
    const described = await calls.describe(session, { name: { flightId: flight.id }, said: saidOf(body) });
    return { status: 200, body: { data: encodePirep(described) } };
  },
});

/** A flight that the schedule does not have is a field that is wrong (app/Http/Requests/Acars/PrefileRequest.php). */
async function startKnown(calls: Calls, session: Session, request: StartRequest) {
  try {
    return await calls.start(session, request);
  } catch (error) {
    if (request.schedule?.id == null || !isRefusal(error, 'not-found')) throw error;
    throw new Refusal('invalid', { message: error.message, fields: { schedule_id: 'is no flight of the schedule' } });
  }
}

function startOf(body: PrefileBody, holdsWorker: boolean): StartRequest {
  return {
    bidId: null,
    aircraft: String(body.aircraft_id),
    registration: null,
    schedule: { id: readId(body.flight_id) },
    freeFlight: {
      airline: String(body.airline_id),
      flightNumber: String(body.flight_number),
      departure: String(body.dpt_airport_id),
      arrival: String(body.arr_airport_id),
      aircraft: String(body.aircraft_id),
      registration: null,
      route: readText(body.route, 8000),
    },
    plan: planOf(body),
    replaces: 'suspended',
    holdsWorker,
  };
}

/** What the client planned itself; the schedule says the rest. */
function planOf(body: PrefileBody): PlanChanges {
  const changes: PlanChanges = {
    route: readText(body.route, 8000)?.toUpperCase() ?? null,
    alternate: readText(body.alt_airport_id, 8)?.toUpperCase() ?? null,
    flightType: readText(body.flight_type, 1),
    routeCode: readText(body.route_code, 5),
    routeLeg: readText(body.route_leg, 5),
    cruiseLevel: readNumber(body.level, levels),
    distanceNm: readNumber(body.planned_distance, { minimum: 1, maximum: 100_000 }),
    plannedFlightTimeMin: readNumber(body.planned_flight_time, { minimum: 1, maximum: 100_000 }),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}

/** Route and arrival are the plan's until the client says them again. */
function saidOf(body: PrefileBody) {
  const { route: _route, phase: _phase, arrival: _arrival, isArrivalFiled: _isFiled, ...said } = earlyFigures(body);
  return said;
}
