import type { Calls, Session } from '../../../tracking/calls.ts';
import type { ScheduleFilter } from '../../../tracking/desk-model.ts';
import type { SessionRoute, WireObject } from '../../contract.ts';
import { reading } from '../face.ts';
import { hostFirst } from '../host-first.ts';
import { decodePage, listAnswer, listQuery, listSchema } from '../paging.ts';
import { flightSchema, scheduleRow } from '../rows/flight.ts';
import { readSurroundings } from '../surroundings.ts';

const searchQuery = listQuery({
  with: 'Heeded by the host alone',
  flight_id: 'Id of the flight',
  airline_id: 'Id of the airline',
  flight_number: 'Flight number',
  dpt_airport_id: 'Departure, ICAO code',
  dep_icao: 'The same',
  arr_airport_id: 'Arrival, ICAO code',
  arr_icao: 'The same',
  dgt: 'Shortest distance, nautical miles',
  dlt: 'Longest distance, nautical miles',
  tgt: 'Shortest flight time, minutes',
  tlt: 'Longest flight time, minutes',
  subfleet_id: 'Id of a subfleet that may fly it',
  callsign: 'Callsign; the host alone finds by it',
  flight_type: 'Type of flight; the host alone finds by it',
  route_code: 'Route code; the host alone finds by it',
  type_rating_id: 'Id of a type rating; the host alone finds by it',
  ignore_restrictions: '1: also what the pilot may not fly; the host alone heeds it',
});

const flightList = (path: string, summary: string): SessionRoute =>
  hostFirst({
    ...reading,
    path,
    summary,
    description: 'What the crew center hides from this pilot is left out. A filter that is not a number finds nothing.',
    query: searchQuery,
    answers: { 200: listSchema(flightSchema) },
    async handle(calls, session, { query }) {
      const request = decodePage(query);
      const filter = await decodeFilter(calls, session, query);
      const page =
        filter === null
          ? { items: [], ...request, total: 0 }
          : await calls.desk.searchSchedules(session, filter, request);
      const around = await readSurroundings(calls, session, null);
      return listAnswer(path, page, (schedule) => scheduleRow(schedule, around));
    },
  });

export const flightLists: readonly SessionRoute[] = [
  flightList('/flights', 'Scheduled flights'),
  flightList('/flights/search', 'Scheduled flights, by filters'),
];

/** Null when nothing can match. */
async function decodeFilter({ desk }: Calls, session: Session, query: WireObject): Promise<ScheduleFilter | null> {
  const text = (name: string) => String(query[name] ?? '').trim() || null;
  const [airlineId, subfleetId] = [text('airline_id'), text('subfleet_id')];
  const airline = airlineId === null ? null : (await desk.listAirlines()).find(({ id }) => id === airlineId);
  const aircraft =
    subfleetId === null ? null : (await desk.listFleet(session)).find(({ subfleet }) => subfleet?.id === subfleetId);
  const numbers = ['dgt', 'dlt', 'tgt', 'tlt'].map((name) => (text(name) === null ? null : Number(text(name))));
  if (airline === undefined || aircraft === undefined || numbers.some((each) => Number.isNaN(each))) return null;
  const [minDistanceNm = null, maxDistanceNm = null, minFlightTimeMin = null, maxFlightTimeMin = null] = numbers;
  return {
    scheduleId: text('flight_id'),
    flightNumber: text('flight_number'),
    airline: airline?.icao ?? null,
    departure: text('dpt_airport_id') ?? text('dep_icao'),
    arrival: text('arr_airport_id') ?? text('arr_icao'),
    aircraftId: aircraft?.id ?? null,
    text: null,
    minDistanceNm,
    maxDistanceNm,
    minFlightTimeMin,
    maxFlightTimeMin,
  };
}
