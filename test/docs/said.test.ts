import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// What the pages quote: labels of settings and pages, and messages of the program. A reader looks for these very words.

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = (pattern: string) => globSync(pattern, { cwd: root, exclude: ['**/*.test.ts'] });
const source = ['src/**/*.ts', 'src/**/*.eta', 'src/**/*.php', 'src/**/*.js'].flatMap(files).map(read).join('\n');

/** Words of other programs. */
const ofOthers: ReadonlySet<string> = new Set(['Crew System Integration', 'On Leave']);

/** What a page prints in italics and begins with a capital letter. */
function labelsOf(page: string): readonly string[] {
  const text = page.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`]*`/g, '');
  return [...text.matchAll(/(?<![*\w])\*([A-Z][^*\n]{1,60})\*(?!\*)/g)].map(([, label]) => label ?? '');
}

/** The parts of a quoted message that do not differ from case to case. */
const partsOf = (message: string) => message.split('…').map((part) => part.trim().replace(/^: |:$/g, ''));

test('a label that a page names is one of a page or setting', () => {
  const pages = [...files('docs/**/*.md'), 'README.md'].filter((file) => !file.includes('decisions/'));
  const named = pages.flatMap((file) => labelsOf(read(file)).map((label) => ({ file, label })));
  assert.ok(named.length > 30, `${named.length}`);
  assert.deepEqual(
    named.filter(({ label }) => !ofOthers.has(label) && !source.includes(label)),
    [],
  );
});

test('what prevents the start is quoted as it is printed', () => {
  const [, section = ''] = /^## The server does not start\n([\s\S]*?)^## /m.exec(read('docs/troubleshooting.md')) ?? [];
  const quoted = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, message]) => message ?? '');
  assert.ok(quoted.length >= 10, section);
  // The name of an error of the system is Node's.
  const unknown = quoted.flatMap(partsOf).filter((part) => part.length > 4 && part !== 'EADDRINUSE');
  assert.deepEqual(
    unknown.filter((part) => !source.includes(part)),
    [],
  );
});

test('words that no page has are found', () => {
  assert.deepEqual(labelsOf('the setting *Require bid*, **bold**, `*Code*`, *lower*'), ['Require bid']);
  assert.deepEqual(partsOf('… cannot be created: …'), ['', 'cannot be created', '']);
});
