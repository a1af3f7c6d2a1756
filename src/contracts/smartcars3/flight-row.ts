import { type Static, Type } from 'typebox';
import type { Schedule } from '../../tracking/desk-model.ts';
import type { Bid, Plan, ScheduleDetails } from '../../tracking/model.ts';
import { clockTime, wireId } from '../client-rows.ts';
import { nullable, nullableList } from '../fields.ts';
import { plainText } from '../markup.ts';
import type { Flavour } from './flavour.ts';

/** A flight as the lists of the Flight Center show it. */

const rowFields = {
  number: Type.String({ description: 'Flight number, without the airline' }),
  code: Type.String({ description: 'Code of the airline' }),
  departureAirport: Type.String({ description: 'ICAO code' }),
  arrivalAirport: Type.String({ description: 'ICAO code' }),
  route: nullableList<string>({ type: 'string' }, 'Fixes; null where there is no route'),
  flightLevel: Type.Integer({ description: 'Cruise altitude, feet; 0 where it is not known' }),
  distance: Type.Number({ description: 'Nautical miles' }),
  departureTime: Type.String({ description: '`HH:MM`; empty where it is not known' }),
  arrivalTime: Type.String({ description: '`HH:MM`; empty where it is not known' }),
  flightTime: Type.Number({ description: 'Planned, hours' }),
  daysOfWeek: Type.Array(Type.String(), {
    description: 'Names of the days on which it is flown, where they are known',
  }),
  type: nullable<string>('string', { description: '`P` passengers, `C` cargo; anything else is shown as a charter' }),
  aircraft: Type.Unsafe<number | readonly number[]>({
    type: ['integer', 'array'],
    items: { type: 'integer' },
    description: 'Id of its aircraft, or a list of those to choose from',
  }),
  notes: nullable<string>('string', { description: 'Notes as plain text' }),
};

export const scheduleRowSchema = Type.Object(
  { id: Type.String({ description: 'Id for `book`' }), ...rowFields },
  { title: 'Schedule' },
);
export const bidRowSchema = Type.Object(
  {
    bidID: Type.Integer({ description: 'Id of the bid' }),
    flightID: Type.String({ description: "The crew center's id of the flight" }),
    ...rowFields,
  },
  { title: 'Bid' },
);

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** @param known - ids of the aircraft that `data/aircraft` lists: an unknown one breaks the screen */
export function encodeSchedule(
  flavour: Flavour,
  schedule: Schedule,
  known: ReadonlySet<string>,
): Static<typeof scheduleRowSchema> {
  const { plan, aircraftIds } = schedule;
  const choices = aircraftIds.filter((id) => known.has(id)).map(wireId);
  return {
    id: schedule.id,
    ...encodePlan(flavour, plan),
    ...encodeDetails(schedule),
    aircraft: choices.length === 1 && choices[0] !== undefined ? choices[0] : choices,
  };
}

/** The reason why a bid cannot be flown begins its notes: smartCARS has no other place for it. */
export function encodeBid(flavour: Flavour, bid: Bid): Static<typeof bidRowSchema> {
  const { id, plan, aircraftChoices, blocked } = bid;
  const notes = [blocked ?? '', bid.notes ?? ''].filter((text) => text !== '').join('\n');
  return {
    bidID: wireId(id),
    flightID: plan.scheduleId ?? '',
    ...encodePlan(flavour, plan),
    ...encodeDetails({ ...bid, notes: notes === '' ? null : notes }),
    aircraft: plan.aircraft === null ? aircraftChoices.map((each) => wireId(each.id)) : wireId(plan.aircraft.id),
  };
}

function encodeDetails({ days, cruiseAltitudeFt, notes }: ScheduleDetails) {
  return {
    flightLevel: Math.round(cruiseAltitudeFt ?? 0),
    daysOfWeek: days.flatMap((day) => dayNames[day] ?? []),
    notes: notes === null ? null : plainText(notes),
  };
}

function encodePlan({ kindOf }: Flavour, plan: Plan) {
  const fixes = (plan.route ?? '').split(/\s+/).filter((fix) => fix !== '');
  return {
    number: plan.flightNumber,
    code: plan.airlineCode ?? '',
    departureAirport: plan.departure.icao.trim(),
    arrivalAirport: plan.arrival.icao.trim(),
    route: fixes.length === 0 ? null : fixes,
    distance: plan.distanceNm ?? 0,
    departureTime: clockTime(plan.departureTime),
    arrivalTime: clockTime(plan.arrivalTime),
    flightTime: Math.round(((plan.plannedFlightTimeMin ?? 0) / 60) * 100) / 100,
    type: kindOf(plan.flightType),
  };
}
