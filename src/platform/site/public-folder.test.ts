import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { looksPublic } from './public-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-public-'));
after(() => rmSync(home, { recursive: true }));

test('a folder looks public by its name or its index file, and the home of all sites by its index file only', () => {
  for (const name of ['public_html', 'www', 'htdocs', 'html', 'site', 'other']) mkdirSync(join(home, name));
  writeFileSync(join(home, 'site/index.php'), '');
  const cases: readonly [string, boolean][] = [
    [join(home, 'public_html'), true],
    [join(home, 'www'), true],
    [join(home, 'htdocs'), true],
    [join(home, 'html'), true],
    ['/var/www/html', true],
    [join(home, 'site'), true],
    [join(home, 'other'), false],
    ['/srv/www', false],
    ['/var/www', false],
  ];
  for (const [folder, expected] of cases) assert.equal(looksPublic(folder), expected, folder);
});
