import { Type } from 'typebox';
import type { Calls, Session } from '../../../tracking/calls.ts';
import type { Schedule } from '../../../tracking/desk-model.ts';
import { Refusal } from '../../../tracking/refusals.ts';
import type { SessionRoute } from '../../contract.ts';
import { dataSchema, reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { idParams } from '../path-params.ts';
import { aircraftRow, aircraftSchema } from '../rows/aircraft.ts';
import { flightSchema, scheduleRow } from '../rows/flight.ts';
import { readSurroundings } from '../surroundings.ts';

const finding = { ...reading, params: idParams, refusals: ['not-found', ...reading.refusals] } as const;

export const flights: readonly SessionRoute[] = [
  hostFirst({
    ...finding,
    path: '/flights/{id}',
    summary: 'One scheduled flight',
    description: 'Also one on which the pilot has a bid.',
    answers: { 200: dataSchema(flightSchema) },
    async handle(calls, session, { params }) {
      const schedule = await requireFlight(calls, session, params.id);
      return { status: 200, body: { data: scheduleRow(schedule, await readSurroundings(calls, session, null)) } };
    },
  }),
  hostFirst({
    ...finding,
    path: '/flights/{id}/aircraft',
    summary: 'Aircraft that the pilot may take for it',
    description: 'A bare list, as there.',
    answers: { 200: Type.Array(aircraftSchema) },
    async handle(calls, session, { params }) {
      const { aircraftIds } = await requireFlight(calls, session, params.id);
      const fleet = await calls.desk.listFleet(session);
      return { status: 200, body: fleet.filter(({ id }) => aircraftIds.includes(id)).map(aircraftRow) };
    },
  }),
  hostFirst({
    ...finding,
    path: '/flights/{id}/route',
    summary: 'Waypoints of its route',
    description: 'Empty where the crew center has no navigation data.',
    answers: {
      200: dataSchema(
        Type.Array(Type.Object({ name: Type.String({ description: 'Name of the waypoint' }) }, { title: 'Waypoint' })),
      ),
    },
    async handle(calls, session, { params }) {
      await requireFlight(calls, session, params.id);
      return { status: 200, body: { data: [] } };
    },
  }),
  hostFirst({
    ...finding,
    path: '/flights/{id}/briefing',
    summary: 'The flight plan that was made for it',
    description: "Where the crew center has SimBrief's plans they are in `simbrief` of the bids.",
    answers: {},
    handle: async () => {
      throw new Refusal('not-found', { message: 'There is no briefing of this flight.' });
    },
  }),
];

/** @throws Refusal `not-found` */
async function requireFlight({ desk }: Calls, session: Session, id: unknown): Promise<Schedule> {
  const filter = {
    scheduleId: String(id),
    departure: null,
    arrival: null,
    aircraftId: null,
    airline: null,
    text: null,
    minDistanceNm: null,
    maxDistanceNm: null,
    minFlightTimeMin: null,
    maxFlightTimeMin: null,
  };
  const { items } = await desk.searchSchedules(session, filter, { page: 1, perPage: 1 });
  const [schedule] = items;
  if (schedule === undefined) throw new Refusal('not-found', { message: 'There is no such flight.' });
  return schedule;
}
