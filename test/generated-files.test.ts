import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedFiles } from '../build/generated-files.ts';

for (const { file, text } of generatedFiles) {
  test(`${file} is what \`npm run generate\` writes`, () => {
    assert.equal(readFileSync(join(import.meta.dirname, '..', file), 'utf8'), text());
  });
}
