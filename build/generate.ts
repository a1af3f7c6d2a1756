import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generated-files.ts';

/** `npm run generate` writes every generated file; with `--check` it writes none and fails on a stale one. */
const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const stale = generatedFiles.filter(({ file, text }) => readOrEmpty(file) !== text());
for (const { file, text } of stale) {
  if (isCheck) {
    console.error(`${file} is stale: run \`npm run generate\` and commit it.`);
  } else {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text());
    console.log(`${file} written.`);
  }
}
if (stale.length === 0) console.log(`${generatedFiles.length} generated files are as they should be.`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;

function readOrEmpty(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}
