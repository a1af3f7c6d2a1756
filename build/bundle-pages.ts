import { globSync } from 'node:fs';
import { build } from 'esbuild';

/** What the browser asks for by name: the scripts of pages, a worker, what the map loads after its first aircraft, the texts of each language. All else is imported by them. */
const entries = ['**/main.js', 'ground/ground-worker.js', 'map/crowds/crowds.js', 'texts/*.js'];

/**
 * Puts all that a page's script imports into its file: on a slow line fifty files take seconds.
 * @param folder - a copy of `src/web/browser`, which is changed
 */
export async function bundlePages(folder: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: globSync(entries, { cwd: folder }),
    outdir: folder,
    outbase: folder,
    allowOverwrite: true,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    logLevel: 'error',
  });
}
