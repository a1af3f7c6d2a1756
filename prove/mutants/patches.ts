import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Mistake } from './trial.ts';

/** The unified diffs of a folder, by name: mistakes written by hand. @throws Error when there is none */
export function readPatches(folder: string): readonly Mistake[] {
  const names = globSync('*.{patch,diff}', { cwd: folder }).sort();
  if (names.length === 0) throw new Error(`${folder} holds no *.patch and no *.diff.`);
  return names.map((name) => readPatch(resolve(join(folder, name))));
}

export function readPatch(path: string): Mistake {
  const text = readFileSync(path, 'utf8');
  return {
    name: basename(path).replace(/\.(patch|diff)$/, ''),
    text,
    places: placesIn(text),
    plant(root) {
      // Not the repository around it, which would leave the files of a folder that it ignores as they are.
      const env = { ...process.env, GIT_CEILING_DIRECTORIES: root, GIT_DIR: join(root, '.none') };
      execFileSync('git', ['apply', '--recount', '--whitespace=nowarn', path], { cwd: root, env, stdio: 'pipe' });
    },
  };
}

/** The lines that a diff removes, or between which it adds, by file: as they are numbered before. */
export function placesIn(diff: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  let lines: number[] = [];
  let line = 0;
  for (const row of diff.split('\n')) {
    const file = /^--- (?:a\/)?(\S+)/.exec(row)?.[1];
    const added = /^\+\+\+ (?:b\/)?(\S+)/.exec(row)?.[1];
    const hunk = /^@@ -(\d+)/.exec(row)?.[1];
    if (file !== undefined) continue;
    if (added !== undefined) {
      lines = places.get(added) ?? [];
      places.set(added, lines);
    } else if (hunk !== undefined) line = Number(hunk);
    else if (row.startsWith('-')) lines.push(line++);
    else if (row.startsWith('+')) {
      if (lines.at(-1) !== line - 1) lines.push(Math.max(1, line - 1), line);
    } else line += 1;
  }
  return places;
}
