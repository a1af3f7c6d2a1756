import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/decisions/dependencies.md'), 'utf8');
const named = [...page.matchAll(/^(?:\| )?`([^`]+)`|, `([^`]+)`/gm)].map((match) => match[1] ?? match[2]);

test('every dependency has its line in docs/decisions/dependencies.md, and nothing else has', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const used = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(manifest[kind] ?? {}),
  );
  assert.deepEqual(named.toSorted(), used.toSorted());
});
