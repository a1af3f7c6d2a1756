import type { TSchema } from 'typebox';
import type { RefusalCode } from '../tracking/refusals.ts';
import type { Contract, Route } from './contract.ts';
import { type SchemaWords, wording } from './sentence.ts';

/** The outline of a contract, from which its page, its OpenAPI document and `docs/contracts/` are generated. */

/** A field of a request or response; `log[].text` is inside a list. */
export interface FieldLine {
  readonly name: string;
  readonly description: string;
  /** `a number from -90 to 90, optional` */
  readonly kind: string;
}

type Node = TSchema &
  SchemaWords & {
    readonly anyOf?: readonly Node[];
    readonly items?: Node;
    readonly 'x-sent'?: Node;
    readonly title?: string;
    readonly description?: string;
  };

/** Titles of the objects whose fields a page has listed: they are listed once. Null lists them wherever they occur. */
export type Listed = Set<string> | null;

export function fieldLines(schema: TSchema, listed: Listed): readonly FieldLine[] {
  const { items, anyOf = [] } = schema as Node;
  if (items !== undefined && 'properties' in items) return linesOf(items, '[].', listed);
  return linesOf(anyOf.find((one) => 'properties' in one) ?? (schema as Node), '', listed);
}

function linesOf(schema: Node, prefix: string, listed: Listed): readonly FieldLine[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, Node>>;
    required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([name, checked]) => {
    const field: Node = { ...checked, ...checked['x-sent'] };
    const inner = objectWithin(field);
    const isListed = inner?.title !== undefined && listed?.has(inner.title) === true;
    const words = inner === null ? wording(field) : innerWords(field, listed === null ? null : inner, isListed);
    const kind = required.includes(name) ? words : `${words}, optional`;
    const line = { name: prefix + name, description: field.description ?? '', kind };
    if (inner === null || isListed) return [line];
    if (inner.title !== undefined) listed?.add(inner.title);
    return [line, ...linesOf(inner, `${prefix}${name}${field.items === undefined ? '' : '[]'}.`, listed)];
  });
}

function objectWithin(field: Node): Node | null {
  const candidates = [field, field.items, ...(field.anyOf ?? [])];
  return candidates.find((one) => one !== undefined && 'properties' in one) ?? null;
}

/** `a list of objects`; of one with a title `an object, Bid as above`. */
function innerWords(field: Node, named: Node | null, isListed: boolean): string {
  const words =
    field.items !== undefined ? 'a list of objects' : field.anyOf === undefined ? 'an object' : 'an object or null';
  if (named?.title === undefined) return words;
  return `${words}, \`${named.title}\`${isListed ? ' as above' : ''}`;
}

/** Returns every refusal of a call, its own first. */
export function refusalsOf(route: Route): readonly RefusalCode[] {
  const codes: RefusalCode[] = [...route.refusals, 'https-required', 'shutting-down'];
  // What is stored here of the crew center may be damaged.
  if (route.refusals.includes('crew-center-unavailable')) codes.push('data-damaged');
  if (!route.servesWhenDisabled) codes.push('module-disabled');
  if (route.body !== null) codes.push('malformed', 'invalid', 'not-json', 'too-large', 'server-busy');
  else if (route.query !== null || route.params !== undefined) codes.push('invalid');
  if (route.access !== 'open') codes.push('client-token');
  if (route.access === 'session') codes.push('no-session', 'session-expired', 'too-many-requests');
  return [...new Set(codes)];
}

/** Describes the authentication of a call, with `code` in backticks. */
export function needsOf(contract: Contract, route: Route): string {
  if (route.access === 'open') return 'Needs no session.';
  const takesClientToken = contract.preflight.allowedHeaders.includes('X-Tracker-Client');
  if (route.access === 'client' && !takesClientToken) return 'Needs no session.';
  if (route.access === 'client') return 'Needs no session; needs the client token if the crew center requires it.';
  if (contract.readApiKey !== null) return 'Needs the API key: `X-API-Key`, or alone in `Authorization`.';
  const field =
    contract.tokenField === null
      ? ''
      : `, or the field \`${contract.tokenField}\` (within the first 64 KiB of the body)`;
  return `Needs a session: \`Authorization: Bearer\` or \`X-Tracker-Token\`${field}.`;
}
