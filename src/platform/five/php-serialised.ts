/** What PHP's `serialize` writes; strings are counted in bytes of UTF-8. */
export type Serialisable = string | number | { readonly [key: string]: Serialisable };

export function phpSerialise(value: Serialisable): string {
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries = Object.entries(value).map(([key, entry]) => phpSerialise(key) + phpSerialise(entry));
  return `a:${entries.length}:{${entries.join('')}}`;
}
