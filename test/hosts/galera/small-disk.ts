import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Room for the data of one node and what a proof writes there, in megabytes. */
const megabytes = 600;
const pieceBytes = 64 * 1024;

/** A small file system in memory, which can be filled. */
export class SmallDisk implements Disposable {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Puts one at this directory; null for a user who may not mount. */
  static mount(directory: string): SmallDisk | null {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tracker-small-disk', directory];
    return spawnSync('mount', options).status === 0 ? new SmallDisk(directory) : null;
  }

  /** Leaves no room at all. */
  fill(): void {
    const piece = Buffer.alloc(pieceBytes);
    const ballast = openSync(this.#ballast, 'w');
    try {
      for (;;) writeSync(ballast, piece);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(ballast);
    }
  }

  clear(): void {
    rmSync(this.#ballast, { force: true });
  }

  [Symbol.dispose](): void {
    spawnSync('umount', ['-l', this.#directory]);
  }

  get #ballast(): string {
    return join(this.#directory, 'ballast');
  }
}
