import { setImmediate as nextTurn } from 'node:timers/promises';

/** Hears how many lines are done, and how many there are. */
export type Progress = (done: number, of: number) => void;

/** How long one piece of an import keeps everything else waiting, in milliseconds. */
const pieceMs = 15;

/**
 * Does something for each of these, in pieces of some milliseconds: between two of them everything else has its turn.
 * @param piece - begins a piece, and calls `next` in it, which does as many as there is time for
 */
export async function inPieces<T>(
  all: readonly T[],
  onProgress: Progress,
  piece: (next: (work: (each: T) => void) => void) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < all.length; ) {
    const begun = at;
    await piece((work) => {
      // A piece that is begun again after a failure does its work again.
      at = begun;
      const endAt = performance.now() + pieceMs;
      do work(all[at++] as T);
      while (at < all.length && performance.now() < endAt);
    });
    onProgress(at, all.length);
    await nextTurn();
  }
}
