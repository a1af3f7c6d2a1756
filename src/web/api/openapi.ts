import { type TObject, type TSchema, Type } from 'typebox';
import { describeWebhooks } from '../../webhooks/document.ts';
import { apiFlightSchema } from './flight-wire.ts';
import { apiScopes } from './keys.ts';
import type { ApiRoute } from './route.ts';

const errorSchema = Type.Object({
  error: Type.Object({
    code: Type.String({ description: 'A stable code' }),
    message: Type.String({ description: 'What is wrong, as a sentence' }),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'What is wrong with each parameter' }),
    ),
  }),
});

/** The data of an event of `/changes`. */
export const changeSchema = Type.Object({
  number: Type.Integer({ description: 'Number of the change; they only grow' }),
  at: Type.String({ format: 'date-time', description: 'When it happened, UTC' }),
  change: Type.String({ description: '`started`, `filed`, `cancelled` …; later versions may add others' }),
  flight: apiFlightSchema,
});

/** Returns the OpenAPI 3.1 document of the API, from the routes that serve it. */
export function describeApi(routes: readonly ApiRoute[]) {
  const paths = Object.fromEntries(routes.map((route) => [route.path, { get: operation(route) }]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tracker: API for other programs',
      version: '1',
      description: `Reads flights, tracks, PIREPs and totals. Units are part of each field: degrees, feet, knots, feet per minute, nautical miles, pounds, minutes, UTC instants. Later versions may add members and routes. Scopes of a key: ${apiScopes.join(', ')}.`,
    },
    servers: [{ url: './' }],
    paths: { ...paths, '/changes': { get: changesOperation } },
    webhooks: describeWebhooks(),
    components: {
      schemas: { Error: errorSchema, Change: changeSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  };
}

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const keyErrors = { 401: error('No valid key'), 403: error('A key without the scope') };

function operation(route: ApiRoute) {
  const media = route.type.split(';')[0] ?? '';
  const schema = route.answer ?? { type: 'string' };
  return {
    summary: route.summary,
    description: `${route.description} ${route.access === 'public' ? 'Needs no key.' : `Scope \`${route.access}\`.`}`,
    operationId: `get${route.path.replaceAll(/[^A-Za-z]+(\w?)/g, (_all, letter: string) => letter.toUpperCase())}`,
    parameters: [...parameters('path', route.params), ...parameters('query', route.query, route.example)],
    responses: {
      200: { description: 'Done', content: { [media]: { schema } } },
      304: { description: 'The same as its `If-None-Match`' },
      ...(route.query === null ? {} : { 422: error('A parameter that is wrong') }),
      ...(route.params === null ? {} : { 404: error('There is no such flight or pilot') }),
      ...(route.access === 'public' ? {} : keyErrors),
      429: error('Too many requests; see `Retry-After`'),
    },
    security: route.access === 'public' ? [{}, ...withKey] : withKey,
  };
}

const withKey = [{ bearer: [] }, { key: [] }];

function parameters(where: 'path' | 'query', schema: TObject | null, query = '') {
  const examples = new URLSearchParams(query);
  const fields = Object.entries((schema?.properties ?? {}) as Record<string, TSchema & { description?: string }>);
  return fields.map(([name, field]) => {
    const example = examples.get(name);
    return {
      name,
      in: where,
      required: where === 'path',
      description: field.description ?? '',
      schema: field,
      ...(example === null ? {} : { example }),
    };
  });
}

const changesOperation = {
  summary: 'Changes of flights as they happen',
  description:
    'Server-sent events: one `change` for each change of a flight, in order, with its number as `id`. Send `Last-Event-ID` (or `after`) to continue where you were, also after the server was restarted; without one it begins with the next change. Changes are kept for 30 days; `gap` says that older ones are gone. Scope `changes`.',
  operationId: 'getChanges',
  parameters: [
    {
      name: 'after',
      in: 'query',
      required: false,
      schema: { type: 'integer' },
      description: 'Number of the last change that was received',
    },
  ],
  responses: {
    200: {
      description: 'The stream',
      content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Change' } } },
    },
    ...keyErrors,
    503: error('Too many streams; see `Retry-After`'),
  },
  security: withKey,
};
