import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findExpressions } from './expressions/find-expressions.ts';
import { findSlowText } from './expressions/growth.ts';

const root = join(import.meta.dirname, '..');

test('no regular expression of the server takes longer than the length of a text explains, whatever a stranger sends', (t) => {
  const paths = globSync(['src/**/*.{ts,js}', 'bin/*.js'], { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const found = paths.flatMap((path) => findExpressions(path, readFileSync(join(root, path), 'utf8')));
  assert.ok(found.length > 300, `only ${found.length} expressions were found`);
  const slow: string[] = [];
  const seen = new Map<string, string | null>();
  for (const { at, source, flags } of found) {
    const name = `/${source}/${flags}`;
    if (!seen.has(name)) seen.set(name, findSlowText(source, flags));
    const text = seen.get(name) ?? null;
    if (text !== null) slow.push(`${at} ${name} on ${text}`);
  }
  t.diagnostic(`${found.length} expressions, ${seen.size} different ones`);
  assert.deepEqual(slow, []);
});

test('an expression whose time grows with the square of the length, or faster, is found', () => {
  const slow = [
    /\/+$/,
    /\s+$/,
    /^(?:a+)+$/,
    /\s*,\s*/,
    /<[^>]*>/,
    /^\w+\s*=\s*\w*\s*$|x\d+y/,
    /(?:\d|\s)*;/,
    /[a-z]+@[a-z]+\.$/i,
    /foo.*bar/s,
  ];
  for (const { source, flags } of slow) assert.notEqual(findSlowText(source, flags), null, source);
  const quick = [
    /^\/+/,
    /^[a-z]+$/,
    /\d{1,9}$/,
    /^Bearer\s+(\S+)$/i,
    /[^a-z]/g,
    /(?:^|,)\s{0,9}gzip/,
    /^(?:[A-Z]{2}|\d{3})-[a-z]{1,4}$/,
  ];
  for (const { source, flags } of quick) assert.equal(findSlowText(source, flags), null, source);
});

test('every form of an expression is read', () => {
  const text = [
    'const a = /a+$/gu;',
    'const b = new RegExp(`^$'.concat('{a.source}:\\\\d+$`, "i");'),
    'const c = { pattern: "^b$" };',
    'const d = RegExp(["e", String.raw`\\d`].join("|"));',
  ].join('\n');
  assert.deepEqual(findExpressions('src/x.ts', text), [
    { at: 'src/x.ts:1', source: 'a+$', flags: 'gu' },
    { at: 'src/x.ts:2', source: '^word:\\d+$', flags: 'i' },
    { at: 'src/x.ts:3', source: '^b$', flags: 'u' },
    { at: 'src/x.ts:4', source: 'e|\\d', flags: '' },
  ]);
  assert.throws(() => findExpressions('src/x.ts', 'new RegExp(names)'), /must be in its call/);
});
