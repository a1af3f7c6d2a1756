import type { DurableLog } from '../lib/follower.ts';
import type { StoredChange } from '../tracking/flight/changes.ts';
import type { DeliveryQueue } from './store/queue.ts';

/** The journal's log of changes, with the cursor in the database of the webhooks: it is stored, and undone, with what was read. */
export function withOwnCursor(
  changes: Pick<DurableLog<StoredChange>, 'read' | 'last'>,
  queue: Pick<DeliveryQueue, 'cursor' | 'saveCursor'>,
): DurableLog<StoredChange> {
  return {
    read: (after, limit) => changes.read(after, limit),
    last: () => changes.last(),
    // The journal is older than this database after it was restored from a backup alone: its numbers begin again.
    cursor(name) {
      const number = queue.cursor(name);
      return number === null ? null : Math.min(number, changes.last());
    },
    async saveCursor(name, number) {
      queue.saveCursor(name, number);
    },
  };
}
