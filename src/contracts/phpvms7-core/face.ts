import { type TSchema, Type } from 'typebox';

/** What calls have in common that read. */
export const reading = {
  method: 'GET',
  access: 'session',
  body: null,
  query: null,
  refusals: ['not-offered', 'crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
} as const;

/** What calls have in common that change something. */
export const writing = { ...reading, method: 'POST' } as const;

/** A resource as Laravel wraps it. */
export function dataSchema(data: TSchema) {
  return Type.Object({ data });
}
