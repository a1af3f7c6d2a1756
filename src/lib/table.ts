/**
 * A table that is asked by a text, which may be a client's: `constructor` and other names that every object inherits are not
 * in it.
 */
export function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
