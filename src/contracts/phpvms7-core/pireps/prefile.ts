import { Type } from 'typebox';
import type { Calls, PlanChanges, Session, StartRequest } from '../../../tracking/calls.ts';
import type { FlightView } from '../../../tracking/flight-view.ts';
import { isRefusal } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute, type WireRequest } from '../../contract.ts';
import { readId, readNumber, readText } from '../values.ts';
import { chooseAircraft } from './choose-aircraft.ts';
import { earlyFigures } from './figures.ts';
import { byMethods, reporting } from './pirep-route.ts';
import { bidOf, type PrefileBid, removeOwnBid } from './prefile-bid.ts';
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
    'not-found',
    'not-offered',
    'crew-center-refused',
    'crew-center-unavailable',
    'journal-full',
  ],
  servesWhenDisabled: false,
  async handle(calls, session, request) {
    const body = bodyAs(prefileBody, request.body);
    const open = await calls.readFlight(session, null);
    const isSame = open !== null && isThisFlight(open, body);
    const bid = isSame ? null : await bidOf(calls, session, body);
    const view = isSame ? open : await start(calls, session, { request, body, bid });
    const { id } = view.flight;
    const said = { ...saidOf(body), ...(bid?.isOwn && { isOwnBid: true as const }) };
    const { holdsWorker } = request;
    if (isSame) await chooseAircraft(calls, session, view.flight, { aircraft: body.aircraft_id, holdsWorker });
    const described = await calls.describe(session, { name: { flightId: id }, said });
    return { status: 200, body: { data: encodePirep(described) } };
  },
});

interface Starting {
  readonly request: WireRequest;
  readonly body: PrefileBody;
  readonly bid: PrefileBid | null;
}

async function start(calls: Calls, session: Session, { request, body, bid }: Starting): Promise<FlightView> {
  const bidId = bid?.id ?? null;
  const wanted: StartRequest = {
    bidId,
    aircraft: String(body.aircraft_id),
    registration: null,
    freeFlight: bidId === null ? freeFlightOf(body) : null,
    plan: planOf(body),
    replaces: 'suspended',
    holdsWorker: request.holdsWorker,
  };
  try {
    return (await calls.start(session, wanted)).flight;
  } catch (error) {
    if (bid?.isOwn === true && isFinal(error)) await removeOwnBid(calls, session, bid.id);
    throw error;
  }
}

/** A crew center that did not answer may have opened the flight. */
const isFinal = (error: unknown) => isRefusal(error) && !isRefusal(error, 'crew-center-unavailable');

/** Whether the open flight is meant: of this schedule, or with this number between these airports. */
function isThisFlight({ flight: { plan } }: FlightView, body: PrefileBody): boolean {
  const scheduleId = readId(body.flight_id);
  if (scheduleId !== null && plan.scheduleId !== null) return scheduleId === plan.scheduleId;
  const isSame = (one: string | number, other: string) => String(one).trim().toUpperCase() === other.toUpperCase();
  return (
    isSame(body.flight_number, plan.flightNumber) &&
    isSame(body.dpt_airport_id, plan.departure.icao) &&
    isSame(body.arr_airport_id, plan.arrival.icao)
  );
}

function freeFlightOf(body: PrefileBody): NonNullable<StartRequest['freeFlight']> {
  return {
    airline: String(body.airline_id),
    flightNumber: String(body.flight_number),
    departure: String(body.dpt_airport_id),
    arrival: String(body.arr_airport_id),
    aircraft: String(body.aircraft_id),
    registration: null,
    route: readText(body.route, 8000),
  };
}

/** What the client planned itself; the schedule says the rest. */
function planOf(body: PrefileBody): PlanChanges {
  const changes: PlanChanges = {
    route: readText(body.route, 8000)?.toUpperCase() ?? null,
    alternate: readText(body.alt_airport_id, 8)?.toUpperCase() ?? null,
    flightType: readText(body.flight_type, 1),
    cruiseLevel: readNumber(body.level, { minimum: 1, maximum: 1_000_000 }),
    distanceNm: readNumber(body.planned_distance, { minimum: 1, maximum: 100_000 }),
    plannedFlightTimeMin: readNumber(body.planned_flight_time, { minimum: 1, maximum: 100_000 }),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}

/** The route is the plan's until the client says it again. */
function saidOf(body: PrefileBody) {
  const { route: _route, phase: _phase, ...said } = earlyFigures(body);
  return said;
}
