import type { TSchema } from 'typebox';
import type { RefusalCode } from '../../tracking/refusals.ts';
import { type BodyShape, type Contract, type ContractDocument, type Route, routesOf } from '../contract.ts';
import { refusalsOf } from '../outline.ts';
import { moduleVersion } from '../status-wire.ts';
import { nativeRefusalSchema } from './refusals.ts';

/** Returns one schema for a body, for the documentation. */
function bodySchema(shape: BodyShape): TSchema {
  if (shape.kind === 'object') return shape.schema;
  const { item, list, envelope } = shape;
  const listed = { ...(envelope.properties as Record<string, object>)[list], items: item };
  return { anyOf: [item, { ...envelope, properties: { ...envelope.properties, [list]: listed } }] };
}

/** Returns the OpenAPI 3.1 document of a contract, from the schemas that validate its calls. */
export const openapi: ContractDocument = {
  path: '/openapi.json',
  summary: 'API reference as OpenAPI 3.1',
  contentType: 'application/json; charset=utf-8',
  headers: { 'cache-control': 'no-cache' },
  render: (contract) => JSON.stringify(describe(contract)),
};

function describe(contract: Contract) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routesOf(contract)) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operation(contract, route);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tracker',
      version: moduleVersion,
      description:
        'Flight tracking between a desktop client and a crew center. Units are part of each field and never depend on a setting: degrees, feet, knots, feet per minute, nautical miles, pounds, minutes, UTC instants. Unknown members are ignored.',
    },
    servers: [{ url: contract.base }],
    paths,
    components: {
      schemas: { Refusal: nativeRefusalSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        trackerToken: { type: 'apiKey', in: 'header', name: 'X-Tracker-Token' },
        clientToken: { type: 'apiKey', in: 'header', name: 'X-Tracker-Client' },
      },
    },
  };
}

function operation(contract: Contract, route: Route) {
  const json = (schema: TSchema) => ({ 'application/json': { schema } });
  return {
    summary: route.summary,
    description: route.description,
    operationId: operationId(route),
    ...(parameters(route).length === 0 ? {} : { parameters: parameters(route) }),
    ...(route.body === null ? {} : { requestBody: { content: json(bodySchema(route.body)) } }),
    responses: { ...answers(route, json), ...refusals(contract, route) },
    security: security(route),
  };
}

/** `patchBidsId` for `PATCH /bids/{id}`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[/{}]+/).map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${method.toLowerCase()}${words.join('')}`;
}

function parameters({ query, params }: Route) {
  const fieldsOf = (schema: TSchema | null | undefined) =>
    Object.entries((schema as { properties?: Record<string, { description?: string }> } | null)?.properties ?? {});
  const place = (where: 'path' | 'query', schema: TSchema | null | undefined) =>
    fieldsOf(schema).map(([name, field]) => {
      const description = field.description ?? '';
      return { name, in: where, required: where === 'path', description, schema: field };
    });
  return [...place('path', params), ...place('query', query)];
}

function answers(route: Route, json: (schema: TSchema) => object) {
  const statuses = Object.entries(route.answers);
  const described = statuses.map(([status, schema]) => [
    status,
    { description: status === '202' ? 'Accepted, will be completed later' : 'Done', content: json(schema) },
  ]);
  return Object.fromEntries(described) as Record<string, unknown>;
}

function refusals(contract: Contract, route: Route) {
  const codesByStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route)) {
    const { status } = contract.refusals[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  const sorted = [...codesByStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      String(status),
      { description: codes.map((code) => `\`${code}\``).join(', '), content },
    ]),
  );
}

function security(route: Route) {
  if (route.access === 'open') return [];
  if (route.access === 'client') return [{}, { clientToken: [] }];
  return [{ bearer: [] }, { trackerToken: [] }];
}
