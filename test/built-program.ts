import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache');
/** Longer than any run of tests that may still start it. */
const keptForMs = 2 * 3_600_000;

/** The files of a program that a test starts in a process of its own. */
export interface BuiltProgram {
  /** `bin/tracker.js`, which starts Node with the options that limit its memory. */
  readonly launcher: string;
  /** What the launcher starts. */
  readonly main: string;
}

let built: Promise<BuiltProgram> | null = null;

/**
 * The present sources put together into few files, as the package has them: a start takes a third of the processor time of
 * one that loads each source by itself. The first test that asks makes it, for all others until a source changes. What the
 * program reads beside its modules is below `src`, and so are its threads.
 */
export function builtProgram(): Promise<BuiltProgram> {
  built ??= build();
  return built;
}

async function build(): Promise<BuiltProgram> {
  const folder = join(cache, `program-${stampOfSources()}`);
  if (!existsSync(folder)) await make(folder);
  return { launcher: join(folder, 'bin/tracker.js'), main: join(folder, 'dist/program/main.js') };
}

/** It is complete, or not there. */
async function make(folder: string): Promise<void> {
  // Not with each process that runs a test.
  const { bundleProgram } = await import('../build/bundle-program.ts');
  mkdirSync(cache, { recursive: true });
  for (const name of globSync('program-*', { cwd: cache })) {
    const old = join(cache, name);
    if (statSync(old).mtimeMs < Date.now() - keptForMs) rmSync(old, { recursive: true, force: true });
  }
  const unfinished = mkdtempSync(join(cache, 'program-'));
  cpSync(join(root, 'bin'), join(unfinished, 'bin'), { recursive: true });
  await bundleProgram({ modules: join(root, 'src'), program: join(unfinished, 'dist/program') });
  // Also for tests that give up root.
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
}

/** Changes with each change of what the program is made of. */
function stampOfSources(): string {
  const files = globSync(['src/**/*.ts', 'bin/*', 'build/bundle-program.ts', 'package-lock.json'], {
    cwd: root,
  }).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(join(root, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
