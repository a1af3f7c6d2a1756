import type { TObject } from 'typebox';
import { invalid } from './body.ts';
import type { Contract, Route, WireObject } from './contract.ts';
import type { SchemaWords } from './sentence.ts';
import { compileShape } from './shape.ts';

/** A function that checks queries of this route. It throws Refusal `invalid` naming each member that is wrong. */
export function compileQuery(route: Route, { coerce }: Contract): (query: unknown) => WireObject {
  const nothing = {};
  const { query: schema } = route;
  if (schema === null) return () => nothing;
  const shape = compileShape(schema);
  return (sent) => {
    const query = (coerce ?? readQuery)(schema, sent as WireObject);
    const faults = shape.check(query);
    if (faults !== null) throw invalid(faults);
    return query;
  };
}

/** The same for the parameters of its path. */
export function compileParams({ params }: Route): (sent: unknown) => WireObject {
  const nothing = {};
  if (params === undefined) return () => nothing;
  const shape = compileShape(params);
  return (sent) => {
    const faults = shape.check(sent as WireObject);
    if (faults !== null) throw invalid(faults);
    return sent as WireObject;
  };
}

/**
 * A query as its schema means it: texts that are numbers become numbers where a number and no text is expected. What is
 * none stays text, for the check to name it.
 */
export function readQuery(schema: TObject, query: WireObject): WireObject {
  const properties = schema.properties as Readonly<Record<string, SchemaWords>>;
  const members = Object.entries(query).map(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, field !== undefined && isNumeric(field) ? numberOr(value) : value];
  });
  return Object.fromEntries(members);
}

function isNumeric({ type }: SchemaWords): boolean {
  const types = type === undefined ? [] : typeof type === 'string' ? [type] : type;
  return !types.includes('string') && types.some((each) => each === 'number' || each === 'integer');
}

function numberOr(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value;
}
