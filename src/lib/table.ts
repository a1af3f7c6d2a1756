/**
 * A table that is asked by a text, which may be a client's: `constructor` and other names that every object inherits are not
 * in it.
 */
export function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}

/** The names of the rows of a table whose field has this value. */
export type NamesWith<Table, Field extends string, Value> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly [F in Field]: Value } ? Name : never;
}[keyof Table] &
  string;

/** Returns the names of the rows whose field has this value, in the table's order. */
export function namesWith<Table extends object, const Field extends string, const Value>(
  table: Table,
  field: Field,
  value: Value,
): NamesWith<Table, Field, Value>[] {
  const rows = Object.entries(table as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  return rows.flatMap(([name, row]) => (row[field] === value ? [name as NamesWith<Table, Field, Value>] : []));
}

/** Makes the members of an interface from their names. */
export function objectOf<Interface>(
  names: readonly (keyof Interface)[],
  make: <Name extends keyof Interface>(name: Name) => Interface[Name],
): Interface {
  const made: Partial<Interface> = {};
  for (const name of names) made[name] = make(name);
  return made as Interface;
}
