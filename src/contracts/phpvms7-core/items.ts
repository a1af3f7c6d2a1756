import { type TObject, Type } from 'typebox';
import { nothingGood } from '../body.ts';
import { createCoercion } from '../coerce.ts';
import type { RefusedItem, WireObject } from '../contract.ts';
import { compileShape } from '../shape.ts';

/**
 * A list of a body, required and not empty, whose items are checked one by one.
 * @param item - schema of an item, for the documentation
 */
export function itemsField(description: string, item: TObject) {
  return Type.Unsafe<readonly unknown[]>({
    type: 'array',
    'x-sent': { items: item },
    minItems: 1,
    maxItems: 10_000,
    description,
  });
}

const coerce = createCoercion(new Set());

/** The valid items of a list with their indices, and what is wrong with the others. */
export interface ReadItems {
  readonly items: readonly WireObject[];
  readonly refused: readonly RefusedItem[];
}

/**
 * Returns a function that reads the items of a list. One bad item does not keep the others out, unlike in phpVMS, where it
 * would block the queue of its client for ever.
 * @throws Refusal `invalid` when no item is valid
 */
export function compileItems(list: string, schema: TObject): (sent: readonly unknown[]) => ReadItems {
  const shape = compileShape(schema);
  return (sent) => {
    const items: WireObject[] = [];
    const refused: RefusedItem[] = [];
    for (let index = 0; index < sent.length; index++) {
      const one = sent[index];
      const isObject = typeof one === 'object' && one !== null && !Array.isArray(one);
      const item = isObject ? coerce(schema, one as WireObject) : {};
      const fields = shape.check(item);
      if (fields === null) items.push(item);
      else refused.push({ index, fields });
    }
    if (items.length === 0) throw nothingGood(list, refused);
    return { items, refused };
  };
}
