import { closeSync, openSync, readSync } from 'node:fs';

/** Null where it cannot be read with these rights. */
export function readStart(path: string, bytes: number): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(bytes);
      return start.subarray(0, readSync(file, start, 0, bytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
