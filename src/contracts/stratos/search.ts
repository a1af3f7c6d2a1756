import { type Static, Type } from 'typebox';
import { maxPerPage, type ScheduleFilter } from '../../tracking/desk-model.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { optionalId, optionalNumber, optionalText } from '../fields.ts';
import { decodeCode, optionalHours, reading } from '../params.ts';
import { decodeId } from '../reports.ts';
import { encodeSchedule, scheduleSchema } from './flight-row.ts';

const miles = { minimum: 0, maximum: 100_000 };
const searchQuery = Type.Object({
  departure_airport: optionalText('Departure: ICAO code, or the beginning of one', 64),
  arrival_airport: optionalText('Arrival: ICAO code, or the beginning of one', 64),
  minimum_flight_time: optionalHours('Shortest planned flight time'),
  maximum_flight_time: optionalHours('Longest planned flight time'),
  minimum_distance: optionalNumber('Shortest distance, nautical miles', miles),
  maximum_distance: optionalNumber('Longest distance, nautical miles', miles),
  aircraft: optionalId('Id of a subfleet that may fly it'),
  limit: optionalNumber(`Most flights to return, at most ${maxPerPage}`, { minimum: 0, maximum: 1_000_000 }),
});

export const search: SessionRoute = {
  ...reading,
  method: 'GET',
  path: '/flights/search',
  summary: 'Scheduled flights',
  description:
    'Those that match all that is given. They are booked on the crew center’s own pages: there is no call for it.',
  body: null,
  query: searchQuery,
  answers: { 200: Type.Array(scheduleSchema) },
  async handle({ desk }, session, request) {
    const query = bodyAs(searchQuery, request.query);
    const perPage = Math.max(1, Math.min(maxPerPage, Math.round(query.limit ?? maxPerPage)));
    const fleet = desk.offers('listFleet') ? await desk.listFleet(session) : [];
    const subfleetId = decodeId(query.aircraft);
    // The crew center is asked for one aircraft: any of the subfleet stands for it.
    const ofSubfleet = subfleetId === null ? null : fleet.find(({ subfleet }) => subfleet?.id === subfleetId);
    if (ofSubfleet === undefined) return { status: 200, body: [] };
    const { items } = await desk.searchSchedules(session, filterOf(query, ofSubfleet?.id ?? null), {
      page: 1,
      perPage,
    });
    const names = new Map(fleet.map(({ id, name }) => [id, name] as const));
    return { status: 200, body: items.map((schedule) => encodeSchedule(schedule, names)) };
  },
};

function filterOf(query: Static<typeof searchQuery>, aircraftId: string | null): ScheduleFilter {
  const minutes = (hours: number | null | undefined) => (hours === undefined || hours === null ? null : hours * 60);
  return {
    departure: decodeCode(query.departure_airport),
    arrival: decodeCode(query.arrival_airport),
    aircraftId,
    airline: null,
    text: null,
    minDistanceNm: query.minimum_distance ?? null,
    maxDistanceNm: query.maximum_distance ?? null,
    minFlightTimeMin: minutes(query.minimum_flight_time),
    maxFlightTimeMin: minutes(query.maximum_flight_time),
  };
}
