import { type Static, Type } from 'typebox';
import type { ScheduleDetails } from '../tracking/model.ts';
import { nullable } from './fields.ts';

/** What a schedule says beside its plan, on the wire: members of a bid and of a schedule. */
export const detailFields = {
  days: Type.Array(Type.Integer(), { description: 'Days on which it is flown, 0 is Sunday; empty: every day' }),
  cruise_altitude: nullable<number>('number', { description: 'Cruise altitude, feet' }),
  notes: nullable<string>('string', { description: 'Notes of the crew center, as it keeps them' }),
};
const detailsSchema = Type.Object(detailFields);

export function encodeDetails({ days, cruiseAltitudeFt, notes }: ScheduleDetails): Static<typeof detailsSchema> {
  return { days: [...days], cruise_altitude: cruiseAltitudeFt, notes };
}
