import { Type } from 'typebox';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import type { Fare } from '../../../tracking/model.ts';
import { aircraftRow, aircraftSchema } from './aircraft.ts';
import { numberId, numberIdSchema } from './ids.ts';

const fareSchema = Type.Object({
  id: numberIdSchema('Id of the fare'),
  code: Type.String({ description: 'Code' }),
  name: Type.String({ description: 'Name' }),
});

export const subfleetSchema = Type.Object({
  id: numberIdSchema('Id of the subfleet'),
  type: Type.String({ description: 'Its type, as the airline calls it' }),
  name: Type.String({ description: 'Name' }),
  aircraft: Type.Array(aircraftSchema, { description: 'Its aircraft' }),
  fares: Type.Array(fareSchema, { description: 'Seats and cargo; empty when the platform does not say' }),
});

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
