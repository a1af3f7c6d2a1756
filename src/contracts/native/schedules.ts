import { type Static, Type } from 'typebox';
import type { Schedule, ScheduleFilter } from '../../tracking/desk-model.ts';
import { bodyAs, type SessionRoute } from '../contract.ts';
import { detailFields, encodeDetails } from '../details-wire.ts';
import { encodeFare, fareSchema } from '../fare-wire.ts';
import { nullable, optionalId, optionalInteger, optionalNumber, optionalText } from '../fields.ts';
import { encodePlan, planFields } from '../plan-wire.ts';
import { decodeId, decodeText } from '../reports.ts';
import { decodePage, deskRefusals, deskRoute, encodePage, pageFields, pageSchema } from './desk-route.ts';

const distance = { minimum: 0, maximum: 30_000 };
const minutes = { minimum: 0, maximum: 100_000 };

export const scheduleQuery = Type.Object({
  departure: optionalText('Departure, ICAO code or its beginning', 8),
  arrival: optionalText('Arrival, ICAO code or its beginning', 8),
  airline: optionalText('Airline, ICAO code', 16),
  aircraft: optionalId('Id of an aircraft that may fly it'),
  text: optionalText('Part of the flight number, ident or callsign', 64),
  min_distance: optionalNumber('Shortest distance, nautical miles', distance),
  max_distance: optionalNumber('Longest distance, nautical miles', distance),
  min_flight_time: optionalInteger('Shortest planned flight time, minutes', minutes),
  max_flight_time: optionalInteger('Longest planned flight time, minutes', minutes),
  ...pageFields,
});

export const scheduleSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the schedule, for `POST /bids`' }),
    ...planFields,
    ...detailFields,
    fares: Type.Array(fareSchema, { description: 'What may be sold aboard; empty when the platform does not say' }),
    aircraft_ids: Type.Array(Type.String(), { description: 'Ids of the aircraft that this pilot may take for it' }),
    bid_id: nullable<string>('string', { description: "The pilot's bid on it; null when there is none" }),
  },
  { title: 'Schedule' },
);

export const searchSchedules: SessionRoute = {
  ...deskRoute,
  method: 'GET',
  path: '/schedules',
  summary: 'Flights that can be booked',
  description: 'Those that match everything that is given, ordered by ident. What the crew center hides is left out.',
  query: scheduleQuery,
  answers: { 200: pageSchema('schedules', scheduleSchema) },
  refusals: deskRefusals,
  async handle({ desk }, session, request) {
    const query = bodyAs(scheduleQuery, request.query);
    const page = await desk.searchSchedules(session, decodeFilter(query), decodePage(query));
    return { status: 200, body: encodePage('schedules', page, encodeSchedule) };
  },
};

function decodeFilter(query: Static<typeof scheduleQuery>): ScheduleFilter {
  return {
    departure: decodeText(query.departure),
    arrival: decodeText(query.arrival),
    airline: decodeText(query.airline),
    aircraftId: decodeId(query.aircraft),
    text: decodeText(query.text),
    minDistanceNm: query.min_distance ?? null,
    maxDistanceNm: query.max_distance ?? null,
    minFlightTimeMin: query.min_flight_time ?? null,
    maxFlightTimeMin: query.max_flight_time ?? null,
  };
}

function encodeSchedule(schedule: Schedule): Static<typeof scheduleSchema> {
  const { id, plan, fares, aircraftIds, bidId } = schedule;
  return {
    id,
    ...encodePlan(plan),
    ...encodeDetails(schedule),
    fares: fares.map(encodeFare),
    aircraft_ids: [...aircraftIds],
    bid_id: bidId,
  };
}
