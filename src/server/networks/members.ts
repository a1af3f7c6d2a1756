/** The members of an object of a feed, none of which is believed before it was looked at. */
export type Members = Readonly<Record<string, unknown>>;

/** Returns the members of this value; none of what is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

/** Whether this is a latitude (at most 90) or longitude (at most 180). */
export function isDegrees(value: unknown, max: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= max;
}
