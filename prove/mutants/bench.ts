import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Coverage } from './coverage.ts';
import { copyTree, Scratch } from './scratch.ts';

/** What mistakes are tried with: scratch copies of the tree, and what is known of the tests. */
export interface Bench {
  /** The tree as it is. */
  readonly original: string;
  readonly scratches: readonly Scratch[];
  readonly coverage: Coverage;
  [Symbol.dispose](): void;
}

/** Where what is known is kept between runs, outside the repository. */
export function openFolder(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @param workers - how many mistakes are tried at the same time */
export function openBench(folder: string, workers: number): Bench {
  // Short, because sockets lie below it.
  const place = mkdtempSync(join(tmpdir(), 'mut-'));
  const original = join(place, 'o');
  copyTree(original);
  const scratches = Array.from({ length: workers }, (_, index) => new Scratch(original, join(place, String(index))));
  for (const { types } of scratches) copyIfThere(join(folder, basename(types)), types);
  return {
    original,
    scratches,
    coverage: new Coverage(join(folder, 'coverage'), original),
    [Symbol.dispose]: () => {
      for (const { types } of scratches) copyIfThere(types, join(folder, basename(types)));
      rmSync(place, { recursive: true, force: true });
    },
  };
}

function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) copyFileSync(from, to);
}
