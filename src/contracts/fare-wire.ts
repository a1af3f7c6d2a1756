import { type Static, Type } from 'typebox';
import type { Fare } from '../tracking/model.ts';
import { nullable } from './fields.ts';

/** A class of seats or cargo on the wire. */
export const fareSchema = Type.Object(
  {
    id: Type.String({ description: "The platform's id of the fare" }),
    code: Type.String({ description: 'Code' }),
    name: Type.String({ description: 'Name' }),
    kind: Type.Enum(['passenger', 'cargo'], { description: 'What is sold' }),
    capacity: nullable<number>('number', { description: 'Seats, or pounds of cargo, of the aircraft' }),
    count: nullable<number>('number', { description: 'Seats, or pounds of cargo, sold for this flight' }),
    price: nullable<number>('number', { description: "Price of a seat or a pound, in the crew center's currency" }),
  },
  { title: 'Fare' },
);

export function encodeFare({ id, code, name, kind, capacity, count, price }: Fare): Static<typeof fareSchema> {
  return { id, code, name, kind, capacity, count, price };
}
