/** Place of a value in an answer (`data[].flight.id`), and the types that it has there. */
export type Members = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns every member of an answer with its types; the entries of a list are taken together. */
export function membersOf(value: unknown): Members {
  const found = new Map<string, Set<string>>();
  note(value, '', found);
  return found;
}

function note(value: unknown, place: string, found: Map<string, Set<string>>): void {
  const types = found.get(place) ?? new Set();
  found.set(place, types.add(typeOf(value)));
  if (typeof value !== 'object' || value === null) return;
  const inner = Array.isArray(value)
    ? value.map((entry) => [`${place}[]`, entry] as const)
    : Object.entries(value).map(([name, member]) => [`${place}.${name}`, member] as const);
  for (const [name, member] of inner) note(member, name, found);
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

/** `data[].id number`, in the order of the places. */
export function linesOf(members: Members): readonly string[] {
  return [...members].map(([place, types]) => `${place} ${[...types].sort().join('|')}`).sort();
}

/** Returns the answer with only those entries of its lists that have a member or a type which those before have not. */
export function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const entry of value.map(shorten))
      if (linesOf(membersOf([...kept, entry])).join() !== linesOf(membersOf(kept)).join()) kept.push(entry);
    return kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
