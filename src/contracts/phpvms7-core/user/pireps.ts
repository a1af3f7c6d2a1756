import type { Calls, Session } from '../../../tracking/calls.ts';
import type { Page, PageRequest, PirepSummary } from '../../../tracking/desk-model.ts';
import type { FlightView } from '../../../tracking/figures/flight-view.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import type { SessionRoute, WireRequest } from '../../contract.ts';
import { reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { orOwnKnowledge } from '../own-knowledge.ts';
import { decodePage, listAnswer, listQuery, listSchema, pageBehind, pageOf } from '../paging.ts';
import { idParams } from '../path-params.ts';
import { encodePirep } from '../pireps/resource.ts';
import { type LogbookSurroundings, loggedPirepRow, pirepStates } from '../rows/logged-pirep.ts';
import { listedPirepSchema } from '../rows/pirep.ts';
import { readSurroundings } from '../surroundings.ts';
import { requireOwn } from './user.ts';

const pirepsQuery = listQuery({ state: '0: under way, 1: waits for review, 2: accepted, 6: rejected' });

const pirepList = (path: string, summary: string): SessionRoute =>
  hostFirst({
    ...reading,
    path,
    summary,
    description:
      'The flight under way, by which a client that is started again finds it, then what was filed, the newest first; with `state` those in that state alone. While the crew center is unavailable the flight under way is there.',
    query: pirepsQuery,
    ...(path.includes('{id}') && { params: idParams }),
    answers: { 200: listSchema(listedPirepSchema) },
    async handle(calls, session, request) {
      if (request.params.id !== undefined) requireOwn(session, request.params.id);
      return answerPireps(calls, session, request, path.replace('{id}', session.pilot.id));
    },
  });

export const pireps: readonly SessionRoute[] = [
  pirepList('/user/pireps', "The pilot's PIREPs"),
  pirepList('/pireps', 'The same'),
  pirepList('/users/{id}/pireps', 'The same, by the id of the pilot'),
];

async function answerPireps(calls: Calls, session: Session, { query }: WireRequest, path: string) {
  const request = decodePage(query);
  const state = stateOf(query.state);
  const open = state === null || state === 'open' ? await calls.readFlight(session, null) : null;
  const first = open === null ? [] : [encodePirep(open)];
  if (state === 'open' || state === 'none') return listAnswer(path, pageOf(first, request), (row) => row);
  const page = await orOwnKnowledge(
    () => pageBehind<unknown>(first, request, (each) => filedPage(calls, session, { state, but: first[0]?.id }, each)),
    async () => {
      if (first.length === 0)
        throw new Refusal('crew-center-unavailable', { message: 'Only what was filed is asked for.' });
      return pageOf(first, request);
    },
  );
  return listAnswer(path, page, (row) => row);
}

/** @param but - the one that is being filed: the crew center may list it already */
async function filedPage(
  calls: Calls,
  session: Session,
  { state, but }: { readonly state: PirepSummary['state'] | null; readonly but: string | undefined },
  request: PageRequest,
): Promise<Page<unknown>> {
  const filter = { departure: null, arrival: null, aircraftId: null, from: null, to: null };
  const page = await calls.desk.listPireps(session, { ...filter, state }, request);
  const { airlines, fleet } = await readSurroundings(calls, session, '');
  const airports = page.items.length === 0 ? [] : await calls.desk.listAirports(session);
  const around = { airlines, fleet, airports };
  const others = page.items.filter(({ id }) => id !== but);
  const items = await Promise.all(others.map((pirep) => rowOf(calls, session, pirep, around)));
  return { ...page, items, total: page.total - (page.items.length - others.length) };
}

/** Of a flight that was tracked here Tracker knows more than the logbook lists; its arrival is the one that the PIREP by itself has. */
async function rowOf(calls: Calls, session: Session, pirep: PirepSummary, around: LogbookSurroundings) {
  const row = loggedPirepRow(session, pirep, around);
  const view = await trackedFlight(calls, session, pirep.id);
  if (view === null) return row;
  const tracked = encodePirep(view);
  const { flight_id, level, planned_distance, planned_flight_time, block_fuel, notes, source_name, fields } = tracked;
  const {
    arr_airport_id,
    arr_airport,
    alt_airport_id,
    route_code,
    route_leg,
    block_off_time,
    block_on_time,
    created_at,
  } = tracked;
  return {
    ...row,
    ...(arr_airport_id === row.arr_airport_id ? {} : { arr_airport_id, arr_airport }),
    flight_id,
    level,
    planned_distance,
    planned_flight_time,
    block_fuel,
    notes,
    source_name,
    fields,
    alt_airport_id,
    route_code,
    route_leg,
    block_off_time,
    block_on_time,
    created_at,
  };
}

async function trackedFlight(calls: Calls, session: Session, pirepId: string): Promise<FlightView | null> {
  try {
    return await calls.readFlight(session, { pirepId });
  } catch (error) {
    if (isRefusal(error, 'flight-not-found')) return null;
    throw error;
  }
}

/** Null for all; `none` for a state in which Tracker lists no PIREP. */
function stateOf(text: unknown): PirepSummary['state'] | 'open' | 'none' | null {
  if (text === undefined || text === null || text === '') return null;
  if (text === '0') return 'open';
  const found = Object.entries(pirepStates).find(([, number]) => String(number) === text);
  return found === undefined ? 'none' : (found[0] as PirepSummary['state']);
}
