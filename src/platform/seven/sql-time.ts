/** An instant as phpVMS keeps it: `2025-03-01 12:00:00`, UTC, milliseconds cut. */
export function toSqlTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

export function toSqlTimeOrNull(at: number | null): string | null {
  return at === null ? null : toSqlTime(at);
}

/** Milliseconds; null for what is no such text (MySQL's `0000-00-00 00:00:00` included). */
export function fromSqlTime(text: string | null): number | null {
  if (text === null) return null;
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at) ? null : at;
}
