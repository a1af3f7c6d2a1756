import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Compiles a shim to be preloaded into a server; answers the environment that does so. */
export function buildShim(source: string, directory: string): Readonly<Record<string, string>> {
  const library = join(directory, 'shim.so');
  const file = join(import.meta.dirname, source);
  const run = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, file, '-ldl'], { encoding: 'utf8' });
  if (run.error) throw new Error('A C compiler is needed. This installs it: sudo apt-get install -y gcc libc6-dev');
  if (run.status !== 0) throw new Error(`${source} could not be compiled: ${run.stderr}`);
  return { LD_PRELOAD: library };
}
