import type { TSchema } from 'typebox';

/** The schema with every object shut: a member that is not declared is a fault. So no answer tells more than it says it tells. */
export function closed(schema: TSchema): TSchema {
  return shut(structuredClone(schema)) as TSchema;
}

function shut(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shut);
  if (typeof node !== 'object' || node === null) return node;
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, shut(value)]));
  return 'properties' in inner && inner.type === 'object' ? { ...inner, additionalProperties: false } : inner;
}
