import { copyFileSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** A log that may grow without anybody who looks after it. */
export const maxLogBytes = 1_000_000;

/**
 * Appends to a file of bounded size: before it grows beyond the maximum, its text moves to `<file>.1`, whose former text is gone. It is copied and
 * emptied, not renamed: others append to it as well, such as Node that says why it ends. What cannot be written is dropped.
 */
export class BoundedLog {
  readonly #file: string;
  readonly #maxBytes: number;
  readonly #descriptor: number;

  /** @throws the error of the file system when the file cannot be opened */
  constructor(file: string, maxBytes = maxLogBytes) {
    this.#file = file;
    this.#maxBytes = maxBytes;
    this.#descriptor = openSync(file, 'a', 0o600);
  }

  /** The open file, to which another process may append. */
  get descriptor(): number {
    return this.#descriptor;
  }

  write(text: string): void {
    try {
      this.ensureRoom(Buffer.byteLength(text));
      writeSync(this.#descriptor, text);
    } catch {
      // A full disk, or a quota: the server continues.
    }
  }

  /** Begins again where this many bytes would be too many. */
  ensureRoom(bytes = 0): void {
    const { size } = fstatSync(this.#descriptor);
    if (size === 0 || size + bytes <= this.#maxBytes) return;
    try {
      copyFileSync(this.#file, `${this.#file}.1`);
    } finally {
      ftruncateSync(this.#descriptor, 0);
    }
  }
}
