import { type Static, Type } from 'typebox';
import { maxPerPage, type ScheduleFilter } from '../../../tracking/desk-model.ts';
import type { SessionRoute } from '../../contract.ts';
import { bodyAs } from '../../contract.ts';
import { optionalId, optionalNumber, optionalText } from '../../fields.ts';
import { decodeCode, optionalHours, reading } from '../../params.ts';
import { decodeId, decodeText } from '../../reports.ts';
import type { Flavour } from '../flavour.ts';
import { encodeSchedule, scheduleRowSchema } from '../flight-row.ts';

const miles = { minimum: 0, maximum: 100_000 };
const searchQuery = Type.Object({
  departureAirport: optionalText('Departure: ICAO code, or the beginning of one', 64),
  arrivalAirport: optionalText('Arrival: ICAO code, or the beginning of one', 64),
  minimumFlightTime: optionalHours('Shortest planned flight time'),
  maximumFlightTime: optionalHours('Longest planned flight time'),
  minimumDistance: optionalNumber('Shortest distance, nautical miles', miles),
  maximumDistance: optionalNumber('Longest distance, nautical miles', miles),
  aircraft: optionalId('Id of an aircraft of `data/aircraft` that may fly it'),
  callsign: optionalText('Part of the flight number or ident', 64),
  limit: optionalNumber(`Most flights to return, at most ${maxPerPage}`, { minimum: 0, maximum: 1_000_000 }),
});

export function search(flavour: Flavour): SessionRoute {
  return {
    ...reading,
    method: 'GET',
    path: '/flights/search',
    summary: 'Flights that can be booked',
    description:
      'Those that match all that is given. Codes are trimmed, and three letters find every code that begins so.',
    body: null,
    query: searchQuery,
    answers: { 200: Type.Array(scheduleRowSchema) },
    async handle({ desk }, session, request) {
      const query = bodyAs(searchQuery, request.query);
      const perPage = Math.max(1, Math.min(maxPerPage, Math.round(query.limit ?? maxPerPage)));
      const { items } = await desk.searchSchedules(session, filterOf(query), { page: 1, perPage });
      const fleet = desk.offers('listFleet') ? await desk.listFleet(session) : [];
      const known = new Set(fleet.map(({ id }) => id));
      return { status: 200, body: items.map((schedule) => encodeSchedule(flavour, schedule, known)) };
    },
  };
}

function filterOf(query: Static<typeof searchQuery>): ScheduleFilter {
  const minutes = (hours: number | null | undefined) => (hours === undefined || hours === null ? null : hours * 60);
  return {
    departure: decodeCode(query.departureAirport),
    arrival: decodeCode(query.arrivalAirport),
    aircraftId: decodeId(query.aircraft),
    airline: null,
    text: decodeText(query.callsign),
    minDistanceNm: query.minimumDistance ?? null,
    maxDistanceNm: query.maximumDistance ?? null,
    minFlightTimeMin: minutes(query.minimumFlightTime),
    maxFlightTimeMin: minutes(query.maximumFlightTime),
  };
}
