import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TObject, TSchema } from 'typebox';
import { parseInstant } from './instant.ts';
import { type SchemaWords, sentence } from './sentence.ts';

/** One message per field, keyed by the field's name on the wire: `lat`, `log[3]`. */
export type FieldFaults = Readonly<Record<string, string>>;

/** A schema, compiled. */
export interface Shape {
  readonly schema: TObject;
  /** Returns null when the object is valid, else every invalid field once. */
  check(value: object): FieldFaults | null;
}

// Strict: nothing is coerced, filled in or removed; a schema with an unknown keyword does not compile.
const ajv = new Ajv({ strict: true, allowUnionTypes: true, verbose: true, strictRequired: true });
ajv.addFormat('date-time', (text: string) => parseInstant(text) !== null);
ajv.addKeyword({
  keyword: 'x-max-depth',
  schemaType: 'number',
  validate: (limit: number, value: unknown) => isShallow(value, limit),
});
// After the depth check, because JSON.stringify fails on deep nesting.
ajv.addKeyword({
  keyword: 'x-max-characters',
  schemaType: 'number',
  validate: (limit: number, value: unknown) => isShallow(value, 1000) && JSON.stringify(value).length <= limit,
});

/**
 * Compiles an object schema. Valid objects take one compiled function; only for invalid ones is each field checked
 * separately. So a field is reported once, and the cost is bounded by the number of fields, not of errors.
 */
export function compileShape(schema: TObject): Shape {
  const whole = ajv.compile(schema);
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties as Record<string, TSchema>).map(([name, field]) => ({
    name,
    isRequired: required.has(name),
    validate: ajv.compile(field),
  }));
  return { schema, check: (value) => (whole(value) ? null : findFaults(fields, value)) };
}

/** Iterates level by level, so that deep nesting cannot exhaust the stack. */
function isShallow(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []));
    if (level.length === 0) return true;
  }
  return false;
}

/** Compiles any schema to a function that returns what is wrong, or null. For responses, in tests and at start. */
export function compileCheck(schema: TSchema): (value: unknown) => string | null {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
}

function findFaults(
  fields: readonly { name: string; isRequired: boolean; validate: ValidateFunction }[],
  value: object,
): FieldFaults {
  const faults: [string, string][] = [];
  for (const { name, isRequired, validate } of fields) {
    const field: unknown = (value as Record<string, unknown>)[name];
    if (field === undefined) {
      if (isRequired) faults.push([name, 'is required']);
    } else if (!validate(field)) faults.push(faultOf(name, validate.errors?.[0]));
  }
  return Object.fromEntries(faults);
}

function faultOf(name: string, error: ErrorObject | undefined): [string, string] {
  if (error === undefined) return [name, 'is not valid'];
  const place = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.slice(0, 64)}`))
    .join('');
  return [name + place, sentence((error.parentSchema ?? {}) as SchemaWords)];
}
