import type { Clock } from '../../lib/clock.ts';
import { keptMs, keptUnreadMs } from '../change-log.ts';
import type { ChangeRecords, StoredChange } from '../journal.ts';
import type { Operation } from '../operations.ts';
import type { PartitionState } from './partition-state.ts';

interface Parts {
  readonly state: Pick<PartitionState, 'cursors' | 'lastChange'>;
  readonly clock: Clock;
  read(after: number, limit: number): Promise<readonly StoredChange[]>;
  write(operation: Operation): Promise<void>;
}

/** The numbered changes of one partition's flights, and the cursors of listeners. */
export class PartitionChanges implements ChangeRecords {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  read(after: number, limit: number): Promise<readonly StoredChange[]> {
    return this.#parts.read(after, limit);
  }

  last(): number {
    return this.#parts.state.lastChange;
  }

  cursor(name: string): number | null {
    return this.#parts.state.cursors.get(name) ?? null;
  }

  async saveCursor(name: string, number: number | null): Promise<void> {
    const now = this.#parts.clock.now();
    const keepSince = now - keptMs;
    return this.#parts.write({ kind: 'cursor', name, number, keepSince, keepUnreadSince: now - keptUnreadMs });
  }
}
