import { Type } from 'typebox';

/** What stands in a path. Dots alone, and what a host would decode, would lead to another path where the host is asked. */
const inPath = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, pattern: '^(?!\\.+$)[\\w.~ -]+$', description });

export const idParams = Type.Object({ id: inPath('Id') });
export const distanceParams = Type.Object({ id: inPath('Id of the airport'), to: inPath('Id of the other airport') });

/** Ids of PIREPs are letters and digits; those that clients choose may be UUIDs. */
export const pirepParams = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: 36,
    pattern: '^[\\w-]+$',
    description: 'Id of the PIREP, as `prefile` returned it',
  }),
});
