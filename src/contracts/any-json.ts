import { Type } from 'typebox';

export interface JsonLimits {
  /** Levels of lists and objects within each other. */
  readonly maxDepth: number;
  /** Of the value as JSON. */
  readonly maxCharacters: number;
}

/** A JSON value of any kind, within limits. */
export function anyJson(description: string, { maxDepth, maxCharacters }: JsonLimits) {
  const schema = Type.Unsafe<unknown>({ 'x-max-depth': maxDepth, 'x-max-characters': maxCharacters, description });
  // The depth first, because JSON.stringify fails on deep nesting.
  return Type.Refine(schema, (value) => isShallow(value, maxDepth) && JSON.stringify(value).length <= maxCharacters);
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
