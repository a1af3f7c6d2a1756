import { Type } from 'typebox';

export const addedSchema = Type.Object(
  {
    message: Type.String({ description: '`2 positions added`' }),
    attrs: Type.Array(Type.Unknown(), { description: 'Always empty' }),
    count: Type.Integer({ description: 'How many are stored, now or before' }),
  },
  { title: 'Added' },
);

/** What phpVMS answers to reports. */
export function encodeAdded(what: 'positions' | 'logs', count: number) {
  return { message: `${count} ${what} added`, attrs: [], count };
}
