import { Type } from 'typebox';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import type { Fare } from '../../../tracking/model.ts';
import { nullable } from '../../fields.ts';
import { aircraftRow, aircraftSchema } from './aircraft.ts';
import { nullableIdSchema, numberId, numberIdSchema } from './ids.ts';
import { keptRowTimes } from './times.ts';

export const fareSchema = Type.Object(
  {
    id: numberIdSchema('Id of the fare'),
    code: Type.String({ description: 'Code' }),
    name: Type.String({ description: 'Name' }),
    capacity: nullable<number>('number', { description: 'Seats, or units of cargo' }),
    cost: Type.Number({ description: 'Cost of one' }),
    count: nullable<number>('number', { description: 'What was sold' }),
    price: nullable<number>('number', { description: 'Price of one' }),
    type: Type.Integer({ description: '0: seats, 1: cargo' }),
    notes: nullable<string>('string', { description: 'Notes' }),
    active: Type.Boolean({ description: 'Whether it is sold' }),
  },
  { title: 'Fare' },
);

const factFields = {
  id: numberIdSchema('Id of the subfleet'),
  airline_id: nullableIdSchema('Id of its airline'),
  hub_id: nullable<string>('string', { description: 'Its hub' }),
  type: Type.String({ description: 'Its type, as the airline calls it' }),
  simbrief_type: nullable<string>('string', { description: 'Type at SimBrief' }),
  name: Type.String({ description: 'Name' }),
  cost_block_hour: nullable<number>('number', { description: 'Cost of an hour' }),
  cost_delay_minute: nullable<number>('number', { description: 'Cost of a minute of delay' }),
  fuel_type: nullable<number>('integer', { description: 'Kind of fuel' }),
  ground_handling_multiplier: nullable<number>('number', {
    description: 'Share of the cost of ground handling, percent',
  }),
  cargo_capacity: nullable<number>('number', { description: 'Cargo, pounds' }),
  fuel_capacity: nullable<number>('number', { description: 'Fuel, pounds' }),
  gross_weight: nullable<number>('number', { description: 'Gross weight, pounds' }),
  ...keptRowTimes,
};

/** Without its aircraft. */
export const subfleetFactsSchema = Type.Object(factFields, { title: 'SubfleetFacts' });

const ownAircraftSchema = Type.Object(
  { ...aircraftSchema.properties, bid: Type.Null({ description: 'Always null' }) },
  { title: 'SubfleetAircraft' },
);

export const subfleetFields = {
  ...factFields,
  aircraft: Type.Array(ownAircraftSchema, { description: 'Its aircraft' }),
  fares: Type.Array(fareSchema, { description: 'Seats and cargo; empty when the platform does not say' }),
};

export const subfleetSchema = Type.Object(subfleetFields, { title: 'Subfleet' });

/** One that may fly a flight of the schedule. */
export const flightSubfleetSchema = Type.Object(
  {
    ...subfleetFields,
    pivot: Type.Object(
      {
        flight_id: Type.String({ description: 'Id of the flight' }),
        subfleet_id: numberIdSchema('Id of the subfleet'),
      },
      { title: 'SubfleetPivot' },
    ),
  },
  { title: 'FlightSubfleet' },
);

/** These aircraft by subfleet, in the order in which they come. What belongs to none is left out. */
export function subfleetRows(aircraft: readonly FleetAircraft[], fares: readonly Fare[] = []) {
  const bySubfleet = Map.groupBy(
    aircraft.filter((each) => each.subfleet !== null),
    (each) => each.subfleet?.id ?? '',
  );
  return [...bySubfleet.values()].flatMap((its) => {
    const [first] = its;
    if (first === undefined || first.subfleet === null) return [];
    const aircraftRows = its.map((each) => ({ ...aircraftRow(each), bid: null }));
    return [{ ...subfleetFacts(first.subfleet), aircraft: aircraftRows, fares: fares.map(fareRow) }];
  });
}

/** Without its aircraft. */
export function subfleetFacts({ id, name, type, airlineId }: NonNullable<FleetAircraft['subfleet']>) {
  return {
    id: numberId(id),
    airline_id: numberId(airlineId),
    hub_id: null,
    type,
    simbrief_type: null,
    name,
    // Some clients expect texts of the costs, others numbers: null suits both.
    cost_block_hour: null,
    cost_delay_minute: null,
    fuel_type: null,
    ground_handling_multiplier: 100,
    cargo_capacity: null,
    fuel_capacity: null,
    gross_weight: null,
    created_at: null,
    updated_at: null,
    deleted_at: null,
  };
}

/** Type 0 is seats, 1 is cargo (app/Models/Enums/FareType.php). */
export function fareRow({ id, code, name, kind, capacity, count, price }: Fare) {
  const type = kind === 'passenger' ? 0 : 1;
  return { id: numberId(id), code, name, capacity, cost: 0, count, price, type, notes: null, active: true };
}
