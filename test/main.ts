import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { makeMemoryFolder } from './verify/memory-folder.ts';
import { compileCache, testOptions } from './verify/run-step.ts';
import { gather } from './verify/together.ts';

// `npm test`; of its files those that are named: `npm test -- 'src/web/**/*.test.ts'`.
const root = join(import.meta.dirname, '..');
const [, , ...named] = process.argv;
const files = gather(root, named.length > 0 ? named : undefined);
if (files.length === 0) {
  console.error('No file of tests has such a name.');
  process.exit(2);
}
using folder = makeMemoryFolder();
const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, ...(folder !== null && { TMPDIR: folder.path }) };
const { status } = spawnSync(process.execPath, ['--test', ...testOptions, '--test-concurrency=3', ...files], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? 1;
