import type { TSchema } from 'typebox';
import { Refusal, type RefusalCode } from '../tracking/refusals.ts';
import { Components } from './components.ts';
import { type BodyShape, type Contract, type ContractDocument, type Route, routesOf } from './contract.ts';
import { type Example, isOf, parametersIn, readExamples } from './examples.ts';
import { refusalsOf } from './outline.ts';
import { securityOf, securitySchemes } from './security.ts';
import { moduleVersion } from './status-wire.ts';

/** Returns the OpenAPI 3.1 document of a contract, from the schemas that validate its calls. */
export const openapi: ContractDocument = {
  path: '/openapi.json',
  summary: 'API reference as OpenAPI 3.1',
  contentType: 'application/json; charset=utf-8',
  headers: { 'cache-control': 'no-cache' },
  render: (contract) => JSON.stringify(describe(contract)),
};

/** Returns `docs/contracts/openapi/<name>.json`. */
export function openapiFile(contract: Contract): string {
  return `${JSON.stringify(describe(contract), null, 1)}\n`;
}

/** What the operations of one document share. */
interface Parts {
  readonly contract: Contract;
  readonly components: Components;
  readonly examples: readonly Example[];
}

function describe(contract: Contract) {
  const components = new Components();
  const parts = { contract, components, examples: readExamples(contract.examples) };
  const refusal = components.refer(contract.refusalSchema, 'Refusal');
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routesOf(contract)) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operation(parts, route, refusal);
    paths[route.path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `Tracker: ${contract.name}`,
      version: moduleVersion,
      description: `${contract.about} ${contract.refusalForm} Units are part of each field and never depend on a setting: degrees, feet, knots, feet per minute, nautical miles, pounds, minutes, UTC instants, unless the field says otherwise. Unknown members are ignored. The examples are the calls of a flight and its answers, in lists only entries that differ in their members.`,
    },
    servers: [{ url: contract.base }],
    paths,
    components: { schemas: components.schemas, securitySchemes: securitySchemes(contract) },
  };
}

function operation(parts: Parts, route: Route, refusal: object) {
  const examples = parts.examples.filter((example) => isOf(route, example));
  const parameters = parametersOf(route, examples);
  return {
    summary: route.summary,
    description: route.description,
    operationId: operationId(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === null ? {} : { requestBody: requestBody(parts, route, route.body, examples) }),
    responses: { ...answers(parts, route, examples), ...refusals(parts, route, { refusal, examples }) },
    security: securityOf(parts.contract, route),
  };
}

/** `patchBidsId` for `PATCH /bids/{id}`. */
function operationId({ method, path }: Route): string {
  const words = path.replace(/\.php$/, '').split(/\W+|_/);
  const name = words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('');
  return `${method.toLowerCase()}${name || 'Root'}`;
}

/** `PatchBidsId` before `Request` or `Answer`. */
function bodyName(route: Route): string {
  const id = operationId(route);
  return `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
}

function parametersOf(route: Route, examples: readonly Example[]) {
  const place = (where: 'path' | 'query', schema: TSchema | null | undefined) =>
    Object.entries((schema as { properties?: Record<string, TSchema> } | null | undefined)?.properties ?? {}).map(
      ([name, field]) => {
        const given = examples.map((example) => parametersIn(route, example)[where].get(name));
        const example = given.find((value) => value !== null);
        const { description = '' } = field as { description?: string };
        const known = { name, in: where, required: where === 'path', description, schema: field };
        return example === undefined ? known : { ...known, example };
      },
    );
  return [...place('path', route.params), ...place('query', route.query)];
}

const mediaTypes = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  any: [],
} as const;

function requestBody({ contract, components }: Parts, route: Route, body: BodyShape, examples: readonly Example[]) {
  const schema = components.refer(bodySchema(body), `${bodyName(route)}Request`);
  const sent = examples.filter((example) => example.body !== undefined);
  const shown = shownAs(sent, (example) => example.body);
  const types = contract.bodyFormats.flatMap((format) => mediaTypes[format]);
  return {
    required: body.kind !== 'object' || (body.schema.required ?? []).length > 0,
    content: Object.fromEntries(
      types.map((type) => [type, type === 'application/json' ? { schema, ...shown } : { schema }]),
    ),
  };
}

/** One schema for a body. */
function bodySchema(shape: BodyShape): TSchema {
  if (shape.kind === 'object') return shape.schema;
  const { item, list, envelope } = shape;
  const listed = { ...(envelope.properties as Record<string, object>)[list], items: item };
  return { anyOf: [item, { ...envelope, properties: { ...envelope.properties, [list]: listed } }] } as TSchema;
}

function answers({ components }: Parts, route: Route, examples: readonly Example[]) {
  const statuses = Object.entries(route.answers);
  const described = statuses.map(([status, schema]) => {
    const name = `${bodyName(route)}Answer${status.startsWith('2') && statuses[0]?.[0] === status ? '' : status}`;
    const shown = shownAs(
      examples.filter((example) => String(example.status) === status),
      (example) => example.answer,
    );
    const description = status === '202' ? 'Accepted, will be completed later' : 'Done';
    if ((schema as { maxLength?: number }).maxLength === 0)
      return [status, { description: 'Done; the answer has no body' }];
    return [
      status,
      { description, content: { 'application/json': { schema: components.refer(schema, name), ...shown } } },
    ];
  });
  return Object.fromEntries(described) as Record<string, unknown>;
}

function shownAs(examples: readonly Example[], partOf: (example: Example) => unknown) {
  if (examples.length === 0) return {};
  return { examples: Object.fromEntries(examples.map((example) => [example.title, { value: partOf(example) }])) };
}

function refusals(
  { contract }: Parts,
  route: Route,
  { refusal, examples }: { readonly refusal: object; readonly examples: readonly Example[] },
) {
  const codesByStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(route)) {
    const { status } = contract.refusals[code];
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const contentOf = (status: string) => {
    const refused = examples.filter((example) => String(example.status) === status);
    const shown = shownAs(refused, (example) => example.answer);
    return { [mediaTypeOfRefusals(contract)]: { schema: refusal, ...shown } };
  };
  const sorted = [...codesByStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, codes]) => [String(status), codes] as const);
  return Object.fromEntries(
    sorted.map(([status, codes]) => [
      status,
      { description: codes.map((code) => `\`${code}\``).join(', '), content: contentOf(status) },
    ]),
  );
}

function mediaTypeOfRefusals(contract: Contract): string {
  const { contentType } = contract.encodeRefusal(
    new Refusal('not-found', { message: '' }),
    contract.refusals['not-found'],
  );
  return contentType.split(';')[0] ?? '';
}
