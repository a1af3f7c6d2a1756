import { damageIn } from '../../lib/sqlite.ts';

/** Returns the rows that a statement reads; none where the file is damaged there. */
export function readable<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (damageIn(error) === null) throw error;
    return [];
  }
}
