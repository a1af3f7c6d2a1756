import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { edgeFiles, edgeFolder, edgeSource, readEdge, sampleFile } from './edge-files.ts';

/** A folder as it was released: these files of that version. */
function write(folder: string, names: readonly string[], version: string): void {
  for (const name of names) {
    const text = readFileSync(join(edgeSource, name), 'latin1').replaceAll(/1\.2\.0-\d+/g, version);
    writeFileSync(join(folder, edgeFolder, name), text, 'latin1');
  }
}

const before = edgeFiles.filter((name) => name !== 'smartcars.php');
const withoutSample = edgeFiles.filter((name) => name !== sampleFile);
const cases: readonly (readonly [name: string, make: (folder: string) => void, mixed: readonly string[]])[] = [
  ['as it is shipped', () => {}, []],
  ['of before, without a script for smartCARS', (folder) => rmWith(folder, 'smartcars.php', '1.2.0-2'), []],
  [
    'of before, without a sample',
    (folder) => {
      write(folder, edgeFiles, '1.2.0-3');
      rmSync(join(folder, edgeFolder, sampleFile));
    },
    [],
  ],
  ['of today, without a sample', (folder) => rmSync(join(folder, edgeFolder, sampleFile)), [sampleFile]],
  ['of before, with a sample of today', (folder) => write(folder, withoutSample, '1.2.0-3'), [sampleFile]],
  ['of today, without one', (folder) => rmSync(join(folder, edgeFolder, 'smartcars.php')), ['smartcars.php']],
  ['of before, with one of today', (folder) => write(folder, before, '1.2.0-2'), ['smartcars.php']],
  ['of today, with a script of before', (folder) => write(folder, ['login.php'], '1.2.0-2'), ['login.php']],
  [
    'of before, without another script',
    (folder) => rmWith(folder, 'status.php', '1.2.0-2'),
    ['status.php', 'smartcars.php'],
  ],
];

function rmWith(folder: string, missing: string, version: string): void {
  write(folder, before, version);
  rmSync(join(folder, edgeFolder, missing));
}

for (const [name, make, mixed] of cases) {
  test(`the folder in a phpVMS 5, ${name}: ${mixed.length === 0 ? 'whole' : `mixed by ${mixed.join(' and ')}`}`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracker-folder-'));
    t.after(() => rmSync(folder, { recursive: true }));
    cpSync(edgeSource, join(folder, edgeFolder), { recursive: true });
    make(folder);
    const state = await readEdge(folder);
    assert.deepEqual([state.isInstalled, state.mixed], [true, mixed]);
  });
}
