import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The files of `npm test`. */
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Folders whose files share processes. */
export const sharing = ['src/', 'test/contracts/', 'test/wire/'] as const;

/** Where the files lie that load several into one process, from the root of the project. */
export const groupsFolder = '.cache/tests';

/** How many files share a process at most: few enough that all processors have work until the end. */
const maxFiles = 24;

/**
 * What `node --test` is given to run these files. To load the program takes longer than what most files test, so those of
 * one room share a process, one after the other, but for those that say in their first line why they are alone.
 * For each such process a file is written that loads them, into a folder that is no part of the project. All
 * other files of `test/` are alone.
 */
export function gather(root: string, named: readonly string[] = patterns): readonly string[] {
  const files = named.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  const alone = files.filter(
    (file) => !isShared(file) || reasonToBeAlone(readFileSync(join(root, file), 'utf8')) !== null,
  );
  const folder = join(root, groupsFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const rooms = Map.groupBy(
    files.filter((file) => !alone.includes(file)),
    roomOf,
  );
  const groups = [...rooms].flatMap(([room, all]) =>
    inEqualParts(all).map((part, index) => {
      const name = join(groupsFolder, `${room.replaceAll(/\W/g, '-')}-${index + 1}.mjs`);
      writeFileSync(join(root, name), loads(root, part));
      return name;
    }),
  );
  return [...groups, ...alone];
}

/** Why a file of tests shares its process with no other: `// alone: it changes the environment`; null when it may. */
export function reasonToBeAlone(text: string): string | null {
  return /^\/\/ alone: (.+)\n/.exec(text)?.[1] ?? null;
}

/** Whether it lies where files may share a process. */
function isShared(file: string): boolean {
  return sharing.some((folder) => file.startsWith(folder));
}

function roomOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 2).join('/');
}

function inEqualParts(files: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(files.length / maxFiles);
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
