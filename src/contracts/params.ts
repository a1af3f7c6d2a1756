import { type Static, type TObject, Type } from 'typebox';
import { invalid } from './body.ts';
import { bodyAs, type SessionRoute, type WireRequest } from './contract.ts';
import { optionalNumber } from './fields.ts';
import { decodeId } from './reports.ts';
import { compileShape } from './shape.ts';

/** Members that several calls have. */

export const hours = { minimum: 0, maximum: 1_000 };

export function optionalHours(description: string) {
  return optionalNumber(`${description}, hours`, hours);
}

/** Fixes of a route: a list, or one text with blanks. */
export const routeField = Type.Optional(
  Type.Unsafe<string | readonly unknown[] | null>({
    type: ['array', 'string', 'null'],
    items: { type: ['string', 'null'] },
    maxItems: 2_000,
    maxLength: 8_000,
    description: 'Fixes of the route: a list, or one text',
  }),
);

/** The route as one text; null for an empty one: the screens send `[""]`. */
export function decodeRoute(route: string | readonly unknown[] | null | undefined): string | null {
  if (route === undefined || route === null) return null;
  const fixes = typeof route === 'string' ? [route] : route.filter((fix) => typeof fix === 'string');
  const text = fixes.join(' ').toWellFormed().replaceAll('\0', '').replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}

/** `departureAirport` is cut from "CODE - Name": a code of three letters has a blank behind it. */
export function decodeCode(code: string | number | null | undefined): string | null {
  return decodeId(code)?.toUpperCase() ?? null;
}

type Reading = Omit<SessionRoute, 'method' | 'body' | 'query' | 'handle'> & {
  handle(
    calls: Parameters<SessionRoute['handle']>[0],
    session: Parameters<SessionRoute['handle']>[1],
    params: Readonly<Record<string, unknown>>,
  ): ReturnType<SessionRoute['handle']>;
};

/** A reading call: by GET with a query, and by POST with a query or a body, like the phpVMS 7 module. */
export function byGetAndPost(schema: TObject, { handle, ...route }: Reading): readonly SessionRoute[] {
  const answer: SessionRoute['handle'] = (calls, session, request) => handle(calls, session, paramsOf(request));
  // What is required may stand in either.
  const either = Type.Partial(schema, titleOf(schema));
  const shape = compileShape(schema);
  const answerPost: SessionRoute['handle'] = (calls, session, request) => {
    const faults = shape.check(paramsOf(request));
    if (faults !== null) throw invalid(faults);
    return answer(calls, session, request);
  };
  return [
    { ...route, method: 'GET', query: schema, body: null, handle: answer },
    { ...route, method: 'POST', query: either, body: { kind: 'object', schema: either }, handle: answerPost },
  ];
}

function titleOf(schema: TObject): { readonly title?: string } {
  const { title } = schema as { title?: string };
  return title === undefined ? {} : { title };
}

function paramsOf({ body, query }: WireRequest): Readonly<Record<string, unknown>> {
  return { ...body, ...query };
}

/** Parameters as the type of the schema that they were checked against. */
export function paramsAs<S extends TObject>(schema: S, params: Readonly<Record<string, unknown>>): Static<S> {
  return bodyAs(schema, params);
}

export const noParams = Type.Object({}, { title: 'Nothing' });

export const doneSchema = Type.Object({ status: Type.Integer({ description: '200' }) }, { title: 'Done' });

/** An answer without a body. */
export const noBody = Type.String({ maxLength: 0, description: 'Nothing' });

/** What calls have in common that change something. */
export const writing = {
  method: 'POST',
  access: 'session',
  query: null,
  refusals: ['not-offered', 'crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
} as const;

/** What calls have in common that read. */
export const reading = {
  access: 'session',
  refusals: ['not-offered', 'crew-center-unavailable'],
  bodyLimit: 'normal',
  servesWhenDisabled: false,
} as const;
