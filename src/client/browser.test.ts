import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/** Specifiers of everything that a file loads at run time. */
function loadsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const statements = text.matchAll(/^(import|export)\s(?!type\b)([^;]*?)from\s+'([^']+)';/gm);
  return [...statements].flatMap(([, , , specifier]) => (specifier === undefined ? [] : [specifier]));
}

test('the SDK loads nothing of Node and no package, so that it runs in a browser', () => {
  const seen = new Set<string>();
  const queue = [join(import.meta.dirname, 'client.ts')];
  for (const path of queue) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const specifier of loadsOf(path)) {
      const target = join(dirname(path), specifier);
      const isOwn = specifier.startsWith('.') && target.startsWith(`${import.meta.dirname}/`);
      assert.ok(isOwn, `${path} loads ${specifier}`);
      queue.push(target);
    }
  }
  assert.ok(seen.size > 10);
  assert.ok(![...seen].some((path) => path.endsWith('file-store.ts')));
});
