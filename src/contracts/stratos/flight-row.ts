import { type Static, Type } from 'typebox';
import type { Schedule } from '../../tracking/desk-model.ts';
import type { Bid, Plan } from '../../tracking/model.ts';
import { clockTime, passengersOrCargo, wireId } from '../client-rows.ts';
import { nullable } from '../fields.ts';
import { plainText } from '../markup.ts';

const rowFields = {
  number: Type.String({ description: 'Flight number, without the airline' }),
  code: Type.String({ description: 'Code of the airline' }),
  departure_airport: Type.String({ description: 'ICAO code' }),
  arrival_airport: Type.String({ description: 'ICAO code' }),
  flight_level: nullable<number>('integer', { description: 'Cruise altitude, feet' }),
  distance: Type.Number({ description: 'Nautical miles' }),
  departure_time: Type.String({ description: '`HH:MM`; empty where it is not known' }),
  arrival_time: Type.String({ description: '`HH:MM`; empty where it is not known' }),
  flight_time: Type.Number({ description: 'Planned, hours' }),
  days_of_week: Type.Array(Type.Integer(), { description: 'Days on which it is flown, 0 is Sunday' }),
  type: nullable<string>('string', { description: '`P` passengers, `C` cargo' }),
};

export const bidSchema = Type.Object(
  {
    bid_id: Type.Integer({ description: 'Id of the bid' }),
    ...rowFields,
    route: Type.Array(Type.String(), { description: 'Fixes' }),
    aircraft: nullable<number>('integer', { description: 'Id of its aircraft; null where none is chosen' }),
    aircraft_changeable: Type.Boolean({ description: 'Whether another aircraft may be chosen' }),
    notes: Type.String({ description: 'Notes as plain text' }),
  },
  { title: 'Bid' },
);

export const scheduleSchema = Type.Object(
  {
    id: Type.String({ description: "The crew center's id of the flight" }),
    ...rowFields,
    route: nullable<string>('string', { description: 'Fixes in one text' }),
    aircraft: nullable<string>('string', { description: 'Name of an aircraft that this pilot may take' }),
    notes: nullable<string>('string', { description: 'Notes as plain text' }),
  },
  { title: 'Schedule' },
);

/** The reason why a bid cannot be flown begins its notes: there is no other place for it. */
export function encodeBid(bid: Bid): Static<typeof bidSchema> {
  const { plan, blocked, notes, briefing } = bid;
  return {
    bid_id: wireId(bid.id),
    ...encodePlan(plan),
    ...encodeDetails(bid),
    route: fixesOf(plan),
    aircraft: plan.aircraft === null ? null : wireId(plan.aircraft.id),
    aircraft_changeable: briefing === null,
    notes: [blocked ?? '', plainText(notes ?? '')].filter((text) => text !== '').join('\n'),
  };
}

/** @param names - of the aircraft of the fleet, by id */
export function encodeSchedule(
  schedule: Schedule,
  names: ReadonlyMap<string, string | null>,
): Static<typeof scheduleSchema> {
  const { plan, notes, aircraftIds } = schedule;
  return {
    id: schedule.id,
    ...encodePlan(plan),
    ...encodeDetails(schedule),
    route: fixesOf(plan).join(' ') || null,
    aircraft: aircraftIds.map((id) => names.get(id) ?? null).find((name) => name !== null) ?? null,
    notes: notes === null ? null : plainText(notes),
  };
}

function encodeDetails({ days, cruiseAltitudeFt }: Pick<Bid, 'days' | 'cruiseAltitudeFt'>) {
  return { days_of_week: [...days], flight_level: cruiseAltitudeFt === null ? null : Math.round(cruiseAltitudeFt) };
}

function encodePlan(plan: Plan) {
  return {
    number: plan.flightNumber,
    code: plan.airlineCode ?? '',
    departure_airport: plan.departure.icao.trim(),
    arrival_airport: plan.arrival.icao.trim(),
    distance: plan.distanceNm ?? 0,
    departure_time: clockTime(plan.departureTime),
    arrival_time: clockTime(plan.arrivalTime),
    flight_time: Math.round(((plan.plannedFlightTimeMin ?? 0) / 60) * 100) / 100,
    type: passengersOrCargo(plan.flightType),
  };
}

function fixesOf({ route }: Plan): string[] {
  return (route ?? '').split(/\s+/).filter((fix) => fix !== '');
}
