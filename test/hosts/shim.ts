import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { checkCompiler } from './part-checks.ts';
import { findPart, type Part } from './parts.ts';

const compilerPart: Part = {
  name: 'A C compiler',
  programs: ['cc'],
  packages: ['gcc', 'libc6-dev'],
  check: checkCompiler,
};

/**
 * Compiles a C file to a library in `directory` that can be preloaded into a process (`LD_PRELOAD`); its path.
 * @throws Error with the line that installs a compiler, when there is none and it may not be installed here
 */
export function compileShim(source: string, directory: string): string {
  const [compiler = 'cc'] = findPart(compilerPart);
  const library = join(directory, `${basename(source, '.c')}.so`);
  const args = ['-shared', '-fPIC', '-O2', '-pthread', '-o', library, source, '-ldl'];
  const run = spawnSync(compiler, args, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${source} could not be compiled: ${run.stderr}`);
  return library;
}
