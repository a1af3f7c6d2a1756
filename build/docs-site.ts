import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sectionsOf } from './docs-index.ts';
import { type DocsPage, escapeHtml, renderPage } from './docs-page.ts';

/**
 * `npm run docs:site [-- FOLDER]`: the pages of the repository as a website, by default in `site/`. It needs no server and
 * loads nothing from elsewhere; `docs/README.md` becomes its front page.
 */
const root = join(import.meta.dirname, '..');

/** Groups of the menu, in their order. A page that no group names is reached by links only. */
const menu: readonly (readonly [title: string, pages: readonly string[]])[] = [
  [
    'Situations',
    [
      'docs/questions.md',
      ...['phpvms7-vps', 'phpvms7-shared-hosting', 'phpvms5', 'no-crew-center'].map(
        (name) => `docs/situations/${name}.md`,
      ),
    ],
  ],
  [
    'Setting up',
    [
      ...[
        'program',
        'releases',
        'image',
        'signatures',
        'users',
        'several-airlines',
        'subfolders',
        'beside-vmsacars',
        'from-smartcars',
        'from-vmsopenacars',
      ].map((name) => `docs/situations/${name}.md`),
      'docs/install/phpvms7.md',
      'docs/install/phpvms5.md',
    ],
  ],
  [
    'Running',
    [
      'operating',
      'pages',
      'discord',
      'backups',
      'upgrading',
      'scaling',
      'monitoring/README',
      'check',
      'webhooks',
      'troubleshooting',
      'configuration',
      'tried',
    ].map((name) => `docs/${name}.md`),
  ],
  ['Pilots', ['docs/pilots.md']],
  ['Security', ['SECURITY.md', 'docs/threat-model.md', 'docs/privacy.md']],
  [
    'Developers',
    [
      'client',
      'conform',
      'contracts/native',
      'contracts/legacy',
      'contracts/smartcars3',
      'contracts/stratos',
      'contracts/phpvms7-core',
      'contracts/phpvms7-core-clients',
      'contracts/phpvms7-core-differences',
      'modules/README',
    ].map((name) => `docs/${name}.md`),
  ],
];

/** Writes the website. @returns its pages, by their path in the repository */
export function buildSite(folder: string): ReadonlyMap<string, DocsPage> {
  const files = globSync('{*.md,docs/**/*.md}', { cwd: root }).sort();
  const made = new Map<string, DocsPage>();
  for (const file of files) {
    const rewrite = (target: string) => rewriteLink(target, file, files);
    made.set(file, renderPage(readFileSync(join(root, file), 'utf8'), rewrite));
  }
  rmSync(folder, { recursive: true, force: true });
  for (const [file, page] of made) {
    const path = join(folder, addressOf(file));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, frame(file, page, made));
  }
  cpSync(join(root, 'docs'), join(folder, 'docs'), { recursive: true, filter: (path) => !path.endsWith('.md') });
  const sections = [...made].flatMap(([file, page]) => sectionsOf(addressOf(file), page));
  writeFileSync(join(folder, 'docs-index.js'), `globalThis.docsIndex = ${JSON.stringify(sections)};\n`);
  writeFileSync(join(folder, 'docs-search.js'), readFileSync(join(import.meta.dirname, 'docs-search.js')));
  writeFileSync(join(folder, 'site.css'), readFileSync(join(import.meta.dirname, 'docs-site.css')));
  return made;
}

/** `docs/README.md` is the front page; the README of the repository has a name of its own. */
function addressOf(file: string): string {
  if (file === 'docs/README.md') return 'index.html';
  if (file === 'README.md') return 'tracker.html';
  return file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
}

/** Returns '' for a file of the source, which is not part of the website. */
function rewriteLink(target: string, file: string, files: readonly string[]): string {
  if (/^(?:[a-z]+:|#)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const wanted = posix.join(posix.dirname(file), path);
  const page = [wanted, posix.join(wanted, 'README.md')].find((each) => files.includes(each));
  if (page === undefined && !wanted.startsWith('docs/')) return '';
  const address = posix.relative(posix.dirname(addressOf(file)), page === undefined ? wanted : addressOf(page));
  return anchor === undefined ? address : `${address}#${anchor}`;
}

/** The cell of the table in `docs/tried.md`. */
function triedOf(file: string, pages: ReadonlyMap<string, DocsPage>): string | undefined {
  const name = posix.relative('docs', file);
  const rows = pages.get('docs/tried.md')?.html.matchAll(/<tr><td>([\s\S]*?)<\/td><td>([\s\S]*?)<\/td><\/tr>/g) ?? [];
  return [...rows].find(([, cell = '']) => cell.includes(`<code>${name}</code>`))?.[2];
}

function frame(file: string, { title, html }: DocsPage, pages: ReadonlyMap<string, DocsPage>): string {
  const here = posix.dirname(addressOf(file));
  const to = (address: string) => posix.relative(here, address);
  const item = (page: string) =>
    `<li><a href="${to(addressOf(page))}"${page === file ? ' aria-current="page"' : ''}>${escapeHtml(pages.get(page)?.title ?? page)}</a></li>`;
  const tried = triedOf(file, pages);
  const groups = menu.map(([name, list]) => `<h2>${name}</h2>\n<ul>${list.map(item).join('\n')}</ul>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Tracker</title>
<link rel="stylesheet" href="${to('site.css')}">
</head>
<body>
<nav aria-label="Pages"><details open><summary>Pages</summary>
<form role="search"><label for="search">Search</label> <input id="search" type="search" autocomplete="off" data-root="${to('.')}/"></form>
<ol id="found" aria-live="polite"></ol>
<p><a href="${to('index.html')}">Start here</a></p>
${groups.join('\n')}
</details></nav>
<main>
${html}${tried === undefined ? '' : `<footer><p>Last tried with: ${tried}</p></footer>\n`}</main>
<script src="${to('docs-search.js')}"></script>
</body>
</html>
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = resolve(process.argv[2] ?? 'site');
  const pages = buildSite(folder);
  console.log(`${pages.size} pages in ${folder}; open ${join(folder, 'index.html')}`);
}
