/** How far a handle has locked its file, as SQLite numbers it: shared 1, reserved 2, pending 3, exclusive 4. */
export interface Lockable {
  level: number;
  /** Its locks of the shared memory: 1 is shared, -1 exclusive. */
  readonly slots: Int8Array;
}

const slotCount = 8;

export const newLockable = (): Lockable => ({ level: 0, slots: new Int8Array(slotCount) });

/** Raises the lock of a handle, unless one of the others is in the way. */
export function lockFile(handle: Lockable, others: readonly Lockable[], level: number): boolean {
  if (handle.level >= level) return true;
  const inTheWay = level === 1 ? 3 : level === 2 ? 2 : 1;
  if (others.some((other) => other.level >= inTheWay)) return false;
  handle.level = level;
  return true;
}

/** Whether another handle has reserved the file. */
export const isReserved = (others: readonly Lockable[]): boolean => others.some(({ level }) => level >= 2);

// https://sqlite.org/c3ref/c_shm_exclusive.html
const unlock = 1;
const shared = 4;

/** Locks or unlocks slots of the shared memory, unless one of the others is in the way. */
export function lockSlots(
  handle: Lockable,
  others: readonly Lockable[],
  [first, count, flags]: readonly [number, number, number],
): boolean {
  const slots = Array.from({ length: count }, (_, index) => first + index);
  const wanted = (flags & unlock) !== 0 ? 0 : (flags & shared) !== 0 ? 1 : -1;
  const isFree = (slot: number) =>
    others.every((other) => (wanted === 1 ? other.slots[slot] !== -1 : other.slots[slot] === 0));
  if (wanted !== 0 && !slots.every(isFree)) return false;
  for (const slot of slots) handle.slots[slot] = wanted;
  return true;
}
