import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from './made-once.ts';

const root = join(import.meta.dirname, '..');

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
  const sources = ['src/**/*.{ts,js}', 'bin/*', 'build/bundle-program.ts', 'tsconfig.json', 'package-lock.json'];
  const folder = await madeOnce({ name: 'program', sources, also: process.version, make });
  return { launcher: join(folder, 'bin/tracker.js'), main: join(folder, 'dist/program/main.js') };
}

async function make(folder: string): Promise<void> {
  // Not with each process that runs a test.
  const { bundleProgram } = await import('../build/bundle-program.ts');
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  await bundleProgram({ modules: join(root, 'src'), program: join(folder, 'dist/program') });
}
