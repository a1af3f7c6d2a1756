import type { MysqlSession } from '../../lib/mysql.ts';
import type { ChangeRow, Operation } from '../operations.ts';
import { markChanges, readOldestChange } from './change-marks.ts';
import type { GatheredRows } from './gathered-rows.ts';
import type { PartitionEffects } from './partition-effects.ts';

/** Writes changes and cursors, inside the caller's transaction. */
export class ChangeWriter {
  readonly #session: MysqlSession;
  readonly #rows: GatheredRows;

  constructor(session: MysqlSession, rows: GatheredRows) {
    this.#session = session;
    this.#rows = rows;
  }

  /** Numbered here, so that a commit that fails uses up no number. */
  save(effects: PartitionEffects, { at, kind, flight, document }: ChangeRow): void {
    effects.lastChange += 1;
    effects.oldestChangeAt ??= at;
    this.#rows.changes.add(effects.state.partition, effects.lastChange, at, kind, flight, document);
  }

  async saveCursor(effects: PartitionEffects, operation: Operation & { readonly kind: 'cursor' }): Promise<void> {
    const { name, number, keepSince, keepUnreadSince } = operation;
    const { partition: part } = effects.state;
    const key = `${part}/${name}`;
    effects.cursors.set(name, number);
    if (number === null) {
      this.#rows.cursors.drop(key);
      await this.#session.run('DELETE FROM cursors WHERE part = ? AND name = ?', [part, name]);
    } else this.#rows.cursors.replace(key, part, name, number);
    if (effects.oldestChangeAt !== null && effects.oldestChangeAt < keepSince)
      await this.#forget(effects, keepSince, keepUnreadSince);
  }

  /** Deletes changes that every cursor has passed, or that are too old. */
  async #forget(effects: PartitionEffects, keepSince: number, keepUnreadSince: number): Promise<void> {
    const { partition: part } = effects.state;
    await this.#rows.changes.flush(this.#session);
    await markChanges(this.#session, part, effects.lastChange);
    await this.#session.run(
      'DELETE FROM changes WHERE part = ? AND at < ? AND (number <= ? OR at < ?) ORDER BY number LIMIT 100',
      [part, keepSince, lowestCursor(effects), keepUnreadSince],
    );
    effects.oldestChangeAt = await readOldestChange(this.#session, part);
  }
}

/** Returns the cursor that all have passed; -1 when there is none. */
function lowestCursor({ state, cursors }: PartitionEffects): number {
  const all = new Map<string, number | null>([...state.cursors, ...cursors]);
  const numbers = [...all.values()].filter((number) => number !== null);
  return numbers.length === 0 ? -1 : Math.min(...numbers);
}
