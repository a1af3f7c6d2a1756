import type { TObject, TSchema } from 'typebox';
import { Format } from 'typebox/format';
import { Compile, Errors } from 'typebox/schema';
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

Format.Set('date-time', (text) => parseInstant(text) !== null);

/** A schema and its check. */
interface Checked {
  readonly schema: TSchema;
  fits(value: unknown): boolean;
}

/** A field of an object, compiled separately. */
interface Field extends Checked {
  readonly name: string;
  readonly isRequired: boolean;
  /** The entries of a list, so that only the first invalid one is examined. */
  readonly entry: Checked | null;
}

/**
 * Compiles an object schema. Valid objects take one compiled function; only for invalid ones is each field checked
 * separately. So a field is reported once, and the cost is bounded by the number of fields, not of errors.
 */
export function compileShape(schema: TObject): Shape {
  const made = shapes.get(schema) ?? compileNew(schema);
  shapes.set(schema, made);
  return made;
}

/** Contracts share schemas, and a server that is opened again has the same ones. */
const shapes = new WeakMap<TObject, Shape>();

function compileNew(schema: TObject): Shape {
  const whole = compile(schema);
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties as Record<string, TSchema & { items?: TSchema }>).map(
    ([name, field]): Field => ({
      name,
      isRequired: required.has(name),
      ...compile(field),
      entry: field.items === undefined ? null : compile(field.items),
    }),
  );
  return { schema, check: (value) => (whole.fits(value) ? null : findFaults(fields, value)) };
}

/** Compiled at its first use: of hundreds of schemas a server is asked for some, and a start should not wait for the others. */
function compile(schema: TSchema): Checked {
  let compiled: ReturnType<typeof Compile<TSchema>> | null = null;
  return {
    schema,
    fits(value) {
      compiled ??= Compile(schema);
      return compiled.Check(value);
    },
  };
}

/** Compiles any schema to a function that returns what is wrong, or null. For responses, in tests and at start. */
export function compileCheck(schema: TSchema): (value: unknown) => string | null {
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return null;
    const [, errors] = compiled.Errors(value);
    return errors.map(({ instancePath, message }) => `data${instancePath} ${message}`).join(', ');
  };
}

function findFaults(fields: readonly Field[], value: object): FieldFaults {
  const faults: [string, string][] = [];
  for (const field of fields) {
    const { name, isRequired, fits } = field;
    const sent: unknown = (value as Record<string, unknown>)[name];
    if (sent === undefined) {
      if (isRequired) faults.push([name, 'is required']);
    } else if (!fits(sent)) faults.push(faultOfField(field, sent));
  }
  return Object.fromEntries(faults);
}

function faultOfField({ name, schema, entry }: Field, sent: unknown): [string, string] {
  const index = entry !== null && Array.isArray(sent) ? sent.findIndex((each) => !entry.fits(each)) : -1;
  return entry === null || index < 0
    ? firstFault(name, schema, sent)
    : firstFault(`${name}[${index}]`, entry.schema, (sent as readonly unknown[])[index]);
}

function firstFault(name: string, schema: TSchema, value: unknown): [string, string] {
  const [, [error]] = Errors(schema, value);
  if (error === undefined) return [name, 'is not valid'];
  const place = stepsOf(error.instancePath)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step.slice(0, 64)}`))
    .join('');
  let faulty: unknown = schema;
  for (const step of stepsOf(error.schemaPath)) faulty = (faulty as Record<string, unknown> | undefined)?.[step];
  return [name + place, sentence((faulty ?? {}) as SchemaWords)];
}

/** Of a JSON pointer. */
function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}
