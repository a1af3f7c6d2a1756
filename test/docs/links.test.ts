import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { renderPage } from '../../build/docs-page.ts';
import { buildSite } from '../../build/docs-site.ts';
import { pages, readPage, root } from './fences.ts';

const rendered = new Map(pages.map((page) => [page, renderPage(readPage(page))]));

/** Sentences for the links of a page that lead nowhere. */
function faultsOf(page: string, links: readonly string[]): readonly string[] {
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(join(root, target))) return [`${page}: ${link}: there is no ${target}`];
      if (anchor === undefined) return [];
      const headings = rendered.get(target)?.headings ?? [];
      return headings.some(({ id }) => id === anchor) ? [] : [`${page}: ${link}: no heading has this anchor`];
    });
}

test('every link and anchor of every page leads somewhere', () => {
  const all = [...rendered].flatMap(([page, { links }]) => faultsOf(page, links));
  assert.deepEqual(all, []);
  assert.ok([...rendered.values()].flatMap(({ links }) => links).length > 100);
});

test('a link that leads nowhere is found', () => {
  assert.deepEqual(
    faultsOf('docs/pages.md', ['https://example.com/', 'backups.md#restore', '#operator-trackeroperator']),
    [],
  );
  assert.equal(faultsOf('docs/pages.md', ['nothing.md', 'backups.md#nothing', '#nothing']).length, 3);
});

test('every page for operators is reached from the start page', () => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached)
    for (const link of rendered.get(page)?.links ?? []) {
      const target = posix.join(posix.dirname(page), link.split('#')[0] ?? '');
      if (rendered.has(target)) reached.add(target);
    }
  assert.deepEqual(
    pages.filter((page) => !reached.has(page)),
    [],
  );
});

test('the website has every page, and each of its links leads to a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-docs-site-'));
  try {
    assert.equal(buildSite(join(folder, 'site')).size, pages.length);
    const files = globSync('**/*.html', { cwd: join(folder, 'site') });
    assert.equal(files.length, pages.length);
    const broken = files.flatMap((file) => {
      const html = readFileSync(join(folder, 'site', file), 'utf8');
      const targets = [...html.matchAll(/(?:href|src)="(?!https?:|mailto:)([^"#]+)[^"]*"/g)].map(
        (match) => match[1] ?? '',
      );
      const isThere = (target: string) => existsSync(join(folder, 'site', dirname(file), target));
      return targets.filter((target) => !isThere(target)).map((target) => `${file}: ${target}`);
    });
    assert.deepEqual(broken, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('anchors are made as GitHub makes them', () => {
  const { headings } = renderPage(
    '# A `b` & C: d?\n\n## [X](y.md) *z*\n\n## Live map: `/tracker/`\n\n## A b  c d\n\n## Live map: `/tracker/`\n',
  );
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['a-b--c-d', 'x-z', 'live-map-tracker', 'a-b--c-d-1', 'live-map-tracker-1'],
  );
});
