import { Type } from 'typebox';

/** What stands in a path. Dots alone would lead to another path where the host is asked. */
const inPath = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, pattern: '^(?!\\.+$)', description });

export const idParams = Type.Object({ id: inPath('Id') });
export const distanceParams = Type.Object({ id: inPath('Id of the airport'), to: inPath('Id of the other airport') });
