import { Refusal } from '../tracking/refusals.ts';
import type { BodyShape, Contract, RefusedItem, WireObject } from './contract.ts';
import { compileShape, type FieldFaults, type Shape } from './shape.ts';

/** A checked body: its valid part, and the rejected items of a list. */
export interface ReadBody {
  readonly body: WireObject;
  readonly items: readonly WireObject[];
  readonly refused: readonly RefusedItem[];
  readonly places: readonly number[] | null;
}

/** Returns the body as an object, before it is checked. @throws Refusal `malformed` */
export function bodyObject(body: unknown): WireObject {
  // A missing body is an empty object: every field of such a call may be optional.
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as WireObject;
  throw new Refusal('malformed', { message: 'The body must be a JSON object.' });
}

/** Returns a function that checks bodies of this shape. It throws Refusal `invalid` when nothing valid is left. */
export function compileBody(
  shape: BodyShape | null,
  contract: Contract,
  maxItems: number,
): (body: WireObject) => ReadBody {
  const none: readonly RefusedItem[] = [];
  if (shape === null) return (body) => ({ body, items: [], refused: none, places: null });
  const coerce = contract.coerce ?? ((_schema, body) => body);
  if (shape.kind === 'object') {
    const checked = compileShape(shape.schema);
    return (sent) => ({ body: fitting(checked, coerce(shape.schema, sent)), items: [], refused: none, places: null });
  }
  const item = compileShape(shape.item);
  const envelope = compileShape(shape.envelope);
  return (sent) => {
    if (sent[shape.list] === undefined) {
      const body = fitting(item, coerce(shape.item, sent));
      return { body, items: [body], refused: none, places: null };
    }
    const body = fitting(envelope, coerce(shape.envelope, sent));
    const sentItems = body[shape.list] as readonly unknown[];
    if (sentItems.length > maxItems) throw invalid({ [shape.list]: `must be a list of 1 to ${maxItems} entries` });
    return { body, ...partition(item, shape.list, sentItems, (one) => coerce(shape.item, one)) };
  };
}

function fitting(shape: Shape, body: WireObject): WireObject {
  const faults = shape.check(body);
  if (faults !== null) throw invalid(faults);
  return body;
}

function partition(shape: Shape, list: string, sent: readonly unknown[], coerce: (one: WireObject) => WireObject) {
  const items: WireObject[] = [];
  const places: number[] = [];
  const refused: RefusedItem[] = [];
  sent.forEach((one, index) => {
    // An item that is not an object lacks every required field.
    const isObject = typeof one === 'object' && one !== null && !Array.isArray(one);
    const item = isObject ? coerce(one as WireObject) : {};
    const fields = shape.check(item);
    if (fields === null) {
      items.push(item);
      places.push(index);
    } else refused.push({ index, fields });
  });
  if (items.length === 0) throw nothingGood(list, refused);
  return { items, places, refused };
}

export function invalid(fields: FieldFaults): Refusal {
  return new Refusal('invalid', {
    message: 'Correct the fields listed in `fields` and send the request again.',
    fields,
  });
}

/** Returns the 422 for a list without a valid item; its fields are named like `positions[3].lat`. */
export function nothingGood(list: string, refused: readonly RefusedItem[]): Refusal {
  const faults = refused.flatMap(({ index, fields }) =>
    Object.entries(fields).map(([name, fault]) => [`${list}[${index}].${name}`, fault] as const),
  );
  return invalid(Object.fromEntries(faults));
}
