/**
 * The shape of a JSON value: the kind of a scalar, the shapes of an object's members, the one shape that fits all items of a
 * list. No value is kept. Kinds that stand side by side are sorted and joined: `null|number`.
 */
export type Shape = string | { readonly [key: string]: Shape } | readonly [] | readonly [Shape];

/** A list with more than one kind of items keeps them apart. */
export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return listShape(value);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
  }
  return kindOf(value);
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  return instant.test(value) ? 'instant' : 'string';
}

function listShape(items: readonly unknown[]): Shape {
  const shapes = items.map(shapeOf);
  const [first, ...others] = shapes;
  return first === undefined ? [] : [others.reduce(merge, first)];
}

/** What fits both. A member that only one of them has is marked with `?`. */
function merge(one: Shape, other: Shape): Shape {
  if (typeof one === 'string' && typeof other === 'string') {
    return [...new Set([...one.split('|'), ...other.split('|')])].sort().join('|');
  }
  if (isList(one) && isList(other)) {
    const [a] = one;
    const [b] = other;
    return a === undefined ? other : b === undefined ? one : [merge(a, b)];
  }
  if (isMembers(one) && isMembers(other)) return mergeMembers(one, other);
  // An empty list is how PHP writes an empty object.
  const [richer] = [one, other].filter((shape) => isMembers(shape) || isList(shape)).sort((a, b) => size(b) - size(a));
  return richer ?? one;
}

function mergeMembers(one: Members, other: Members): Shape {
  const plain = (shape: Members) =>
    new Map(Object.entries(shape).map(([key, member]) => [key.replace(/\?$/, ''), member]));
  const [a, b] = [plain(one), plain(other)];
  const merged = [...new Set([...a.keys(), ...b.keys()])].map((key): [string, Shape] => {
    const [inOne, inOther] = [a.get(key), b.get(key)];
    if (inOne === undefined || inOther === undefined) return [`${key}?`, inOne ?? inOther ?? 'null'];
    const isMaybe = `${key}?` in one || `${key}?` in other;
    return [isMaybe ? `${key}?` : key, merge(inOne, inOther)];
  });
  return Object.fromEntries(merged);
}

type Members = { readonly [key: string]: Shape };
export const isList = (shape: Shape): shape is readonly [] | readonly [Shape] => Array.isArray(shape);
export const isMembers = (shape: Shape): shape is Members => typeof shape === 'object' && !isList(shape);
const size = (shape: Shape) => (typeof shape === 'string' ? 0 : Object.keys(shape).length);
