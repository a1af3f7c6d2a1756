import { gzipSync } from 'node:zlib';
import { commands } from '../../src/cli/commands.ts';
import { shells } from '../../src/cli/completion/shells.ts';
import { completionCases } from '../../src/cli/completion/table.ts';
import type { Application } from './application.ts';
import { readNotes } from './changelog.ts';
import { type Entry, file } from './entry.ts';
import { manualPage } from './manual.ts';

export const maintainer = 'The maintainers of Tracker <maintainers@va-tracker.invalid>';

/** Where the manual says that things are. */
const places = [
  ['/etc/va-tracker/va-tracker.env', 'settings of the service'],
  ['/var/lib/va-tracker', 'data of the service'],
  ['/usr/share/doc/va-tracker/docs', 'all pages for operators'],
] as const;

/** What Debian's policy and its shells look for beside a program: changelog, copyright, manual, completion. */
export function debianDocuments(
  { entries, version }: Application,
  debianVersion: string,
  mtime: number,
): readonly Entry[] {
  const doc = 'usr/share/doc/va-tracker';
  const cases = completionCases(commands);
  const manual = manualPage(commands, {
    program: 'va-tracker',
    version,
    data: '/var/lib/va-tracker',
    mtime,
    files: places,
  });
  return [
    file(
      `${doc}/changelog.gz`,
      compressed(changelogOf(textOf(entries, 'CHANGELOG.md'), version, debianVersion, mtime)),
    ),
    file(`${doc}/copyright`, copyrightOf(textOf(entries, 'LICENSE'))),
    file('usr/share/man/man1/va-tracker.1.gz', compressed(manual)),
    file('usr/share/bash-completion/completions/va-tracker', shells.bash(cases)),
    file('usr/share/zsh/vendor-completions/_va-tracker', shells.zsh(cases)),
    file('usr/share/fish/vendor_completions.d/va-tracker.fish', shells.fish(cases)),
  ];
}

/** deb-changelog(5), with what CHANGELOG.md says to operators of this version. */
function changelogOf(changelog: string, version: string, debianVersion: string, mtime: number): string {
  const { summary, changes } = readNotes(changelog, version);
  const items = [summary, ...changes].map((text) => wrap(text, '  * ', '    '));
  const date = new Date(mtime * 1_000).toUTCString().replace('GMT', '+0000');
  return `va-tracker (${debianVersion}) unstable; urgency=medium\n\n${items.join('')}\n -- ${maintainer}  ${date}\n`;
}

function copyrightOf(license: string): string {
  const paragraphs = license.trim().split('\n').slice(1);
  const holder = /^Copyright \(c\) (.+)$/m.exec(license)?.[1] ?? 'the contributors of Tracker';
  const text = paragraphs.filter((line) => !line.startsWith('Copyright')).map((line) => ` ${line.trim() || '.'}\n`);
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Tracker

Files: *
Copyright: ${holder}
License: Expat

Files: usr/lib/va-tracker/node/* usr/lib/va-tracker/node_modules/*
Copyright: the authors that each package names
License: others
 Each package below /usr/lib/va-tracker/node_modules holds its licence. That of Node, and of the libraries in it, is in
 /usr/lib/va-tracker/node/LICENSE.

License: Expat
${text.join('').replace(/^(?: \.\n)+/, '')}`;
}

/** Lines of at most 78 characters. */
function wrap(text: string, first: string, others: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length > 72) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line, index) => `${index === 0 ? first : others}${line}\n`).join('');
}

function textOf(entries: readonly Entry[], path: string): string {
  const found = entries.find((each) => each.path === path);
  return found !== undefined && 'bytes' in found.content ? Buffer.from(found.content.bytes).toString() : '';
}

/** gzip(1) without a name and a time: the same bytes each time. */
function compressed(text: string): Buffer {
  return gzipSync(text, { level: 9 });
}
