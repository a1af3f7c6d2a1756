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

/** A resource as Laravel wraps it, or a list of them; named after it: `PirepAnswer`, `BidListAnswer`. */
export function dataSchema(data: TSchema) {
  const { title, items } = data as { title?: string; items?: { title?: string } };
  const name = title ?? (items?.title === undefined ? undefined : `${items.title}List`);
  return Type.Object({ data }, name === undefined ? {} : { title: `${name}Answer` });
}
