import type { Calls, Session } from '../../../tracking/calls.ts';
import type { PirepSummary } from '../../../tracking/desk-model.ts';
import type { SessionRoute, WireRequest } from '../../contract.ts';
import { reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { decodePage, listAnswer, listQuery, listSchema } from '../paging.ts';
import { idParams } from '../path-params.ts';
import { loggedPirepRow, loggedPirepSchema, pirepStates } from '../rows/logged-pirep.ts';
import { readSurroundings } from '../surroundings.ts';
import { requireOwn } from './user.ts';

const pirepsQuery = listQuery({ state: '1: waits for review, 2: accepted, 6: rejected' });

const pirepList = (path: string, summary: string): SessionRoute =>
  hostFirst({
    ...reading,
    path,
    summary,
    description: 'What was filed, the newest first.',
    query: pirepsQuery,
    ...(path.includes('{id}') && { params: idParams }),
    answers: { 200: listSchema(loggedPirepSchema) },
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
  const { desk } = calls;
  const state = stateOf(query.state);
  const request = decodePage(query);
  const filter = { departure: null, arrival: null, aircraftId: null, from: null, to: null };
  const page =
    state === 'none'
      ? { items: [], ...request, total: 0 }
      : await desk.listPireps(session, { ...filter, state }, request);
  const { airlines, fleet } = await readSurroundings(calls, session, '');
  const airports = page.items.length === 0 ? [] : await desk.listAirports(session);
  return listAnswer(path, page, (pirep) => loggedPirepRow(session, pirep, { airlines, fleet, airports }));
}

/** Null for all; `none` for a state in which no filed PIREP is. */
function stateOf(text: unknown): PirepSummary['state'] | null | 'none' {
  if (text === undefined || text === null || text === '') return null;
  const found = Object.entries(pirepStates).find(([, number]) => String(number) === text);
  return found === undefined ? 'none' : (found[0] as PirepSummary['state']);
}
