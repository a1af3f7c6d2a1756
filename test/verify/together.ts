import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files of `npm test`. */
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Where the files lie that load several into one process, from the root of the project. */
export const groupsFolder = '.cache/tests';

/** How many files share a process at most: few enough that all processors have work until the end. */
const maxFiles = 24;

/** Folders with fewer files than these share with others. */
const fewFiles = 8;

/**
 * What `node --test` is given to run these files. To load the program takes longer than what most files test, so those of
 * one room share a process, one after the other, but for those that say in their first line why they are alone.
 * For each such process a file is written that loads them, into a folder that is no part of the project.
 *
 * `node --test` runs files in the order of their names, so that one which takes long by itself gets such a file too, whose name is
 * before those of the rooms: begun last, it would leave all processors but one without work. All others that are alone
 * take little, and end the run.
 * @throws Error `EEXIST` when two such files would have the same name: one would replace the other, whose tests nobody would run
 */
export function gather(root: string, named: readonly string[] = patterns): readonly string[] {
  const files = named.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const folder = join(root, groupsFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const load = (name: string, part: readonly string[]) => loadTogether(root, name, part);
  const kinds = Map.groupBy(files, (file) => kindOf(root, file));
  const long = (kinds.get('long') ?? []).map((file) => load(`first ${file}`, [file]));
  const groups = [...inRooms(kinds.get('shared') ?? [])].flatMap(([room, all]) =>
    inEqualParts(all, maxFiles).map((part, index) => load(`room ${room} ${index + 1}`, part)),
  );
  return [...long, ...groups, ...(kinds.get('alone') ?? [])];
}

/**
 * Writes a file that loads all of these into one process. Returns its path from the root; `gather` removes those of before.
 * @throws Error `EEXIST` when there is one of that name
 */
export function loadTogether(root: string, name: string, files: readonly string[]): string {
  const path = join(groupsFolder, `${name.replaceAll(/\W/g, '-')}.mjs`);
  writeFileSync(join(root, path), loads(root, files), { flag: 'wx' });
  return path;
}

/**
 * Why a file of tests shares its process with no other: `// alone: it changes the environment`; null when it may.
 * One that takes more than some 20 s of a processor says `// alone: it takes long`.
 */
export function reasonToBeAlone(text: string): string | null {
  return /^\/\/ alone: (.+)\n/.exec(text)?.[1] ?? null;
}

function kindOf(root: string, file: string): 'shared' | 'alone' | 'long' {
  // Suites of other steps, which somebody has named.
  if (!file.endsWith('.test.ts')) return 'alone';
  const reason = reasonToBeAlone(readFileSync(join(root, file), 'utf8'));
  if (reason === null) return 'shared';
  return reason.startsWith('it takes long') ? 'long' : 'alone';
}

/** By the first two folders of their paths, or by the first one where the second has few. */
function inRooms(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const roomOf = (file: string) => file.split('/').slice(0, -1).slice(0, 2).join('/');
  const rooms = Map.groupBy(files, roomOf);
  const isSmall = (room: string) => (rooms.get(room)?.length ?? 0) < fewFiles;
  return Map.groupBy(files, (file) => (isSmall(roomOf(file)) ? (file.split('/')[0] ?? '') : roomOf(file)));
}

/** As few parts as have no more than so many each. */
export function inEqualParts(files: readonly string[], most: number): readonly (readonly string[])[] {
  const parts = Math.ceil(files.length / most);
  const size = Math.ceil(files.length / parts);
  return Array.from({ length: parts }, (_, index) => files.slice(index * size, (index + 1) * size));
}

/** A file that cannot be loaded is a test that failed; the others are run. One that ends the process has failed with all of them. */
function loads(root: string, files: readonly string[]): string {
  const addresses = files.map((file) => [file, pathToFileURL(join(root, file)).href]);
  return `import { after, test } from 'node:test';
let isOver = false;
after(() => { isOver = true; });
process.once('exit', () => { if (!isOver) process.exitCode = 1; });
for (const [file, address] of ${JSON.stringify(addresses, null, 1)}) {
  try {
    await import(address);
  } catch (error) {
    test(\`\${file} is loaded\`, () => { throw error; });
  }
}
`;
}
