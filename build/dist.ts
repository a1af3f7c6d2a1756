import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildStamp, commitOf } from '../src/lib/version.ts';
import { bundlePages } from './bundle-pages.ts';
import { bundleProgram, programFolders } from './bundle-program.ts';
import { withPlainTypes } from './plain-types.ts';

/**
 * Makes `dist/`, what the published package runs: Node refuses TypeScript below `node_modules`. Called by `npm pack`.
 * Everything in `src` that is not TypeScript (PHP, pages, recordings) is copied as it is, but for the pages' scripts.
 */
const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
compile();
copyOthers();
await bundlePages(join(dist, 'web/browser'));
for (const [folder, packages] of Object.entries(programFolders))
  await bundleProgram({ modules: dist, program: join(dist, folder), packages });
rewriteDeclarations();
for (const name of ['wire-types', 'desk-types']) await writeOutTypes(name);
writeStamp();

/** By one checker of types: several work side by side, but each again on what another has checked, which takes twice the processor time. */
function compile(): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const words = [tsc, '-p', 'tsconfig.dist.json', '--checkers', '1'];
  const run = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) throw new Error('The sources could not be compiled; see above.');
}

function copyOthers(): void {
  const others = globSync(['**/*', '**/.htaccess'], { cwd: join(root, 'src') }).filter(
    (file) => !/\.ts$|tsconfig\.json$/.test(file),
  );
  for (const file of others) {
    const from = join(root, 'src', file);
    if (statSync(from).isFile()) cpSync(from, join(dist, file));
  }
}

/** The compiler leaves `.ts` in the imports of declarations. */
function rewriteDeclarations(): void {
  for (const file of globSync('**/*.d.ts', { cwd: dist })) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/((?:from|import)\s*\(?\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

/** The client's authors need neither the schemas of the contracts nor their library. */
async function writeOutTypes(name: string): Promise<void> {
  const path = join(dist, `client/${name}.d.ts`);
  writeFileSync(path, await withPlainTypes(readFileSync(path, 'utf8'), join(root, 'src/client')));
}

/** A release is packed in a copy without its history, and says its commit, and the keys that sign it, in the environment. */
function writeStamp(): void {
  const { SOURCE_COMMIT, RELEASE_KEYS = '' } = process.env;
  const releaseKeys = RELEASE_KEYS.split(',').filter((key) => key !== '');
  const stamp: BuildStamp = { commit: SOURCE_COMMIT || commitOf(root), releaseKeys };
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify(stamp)}\n`);
}
