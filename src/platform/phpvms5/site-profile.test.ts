import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { edgeSource } from './edge-files.ts';
import { siteProfile } from './site-profile.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-profile-'));
after(() => rmSync(home, { recursive: true }));

/** What a site with this folder of ours says of its versions and settings. */
async function look(change: (acars: string) => void): Promise<readonly string[]> {
  const folder = mkdtempSync(join(home, 'site-'));
  const acars = join(folder, 'acars');
  mkdirSync(acars);
  cpSync(edgeSource, acars, { recursive: true });
  change(acars);
  const profile = siteProfile(folder);
  const found = [...(await profile.readVersions()), ...(await profile.readSettings())];
  return found.map(({ name, evidence }) => `${name}: ${evidence}`);
}

const settings = (text: string) => (acars: string) =>
  writeFileSync(
    join(acars, 'va_config.php'),
    `<?php\nif (!defined('TRACKER_EDGE')) { http_response_code(403); exit; }\n${text}\n`,
  );

const cases: readonly [what: string, change: (acars: string) => void, found: readonly RegExp[]][] = [
  ['as it is installed', () => undefined, []],
  [
    'of another release',
    (acars) => rename(acars, '9.9.9'),
    [/^edge-outdated: version 9\.9\.9.*, this package brings /],
  ],
  ['below 1.2.0', (acars) => rename(acars, '1.1.9'), [/^version-too-old: version 1\.1\.9/]],
  [
    'whose values weaken it',
    settings("define('TRACKER_REQUIRE_HTTPS', false);\ndefine('TRACKER_TRUST_PROXY_HEADERS', true);"),
    [
      /^https-not-required: TRACKER_REQUIRE_HTTPS is false$/,
      /^proxy-headers-trusted: TRACKER_TRUST_PROXY_HEADERS is true$/,
    ],
  ],
  [
    'with a value that cannot be',
    settings("define('TRACKER_LONG_SESSION_DAYS', 'many');"),
    [/^config-wrong: .*TRACKER_LONG_SESSION_DAYS/],
  ],
  ['with a line that is a program', settings("ini_set('display_errors', '0');"), [/^line-not-read: line 3: /]],
];

/** Every file says the version of the whole. */
function rename(acars: string, version: string): void {
  const own = /Tracker edge (\d[\w.-]*)/.exec(readFileSync(join(acars, '_tracker_common.php'), 'latin1'))?.[1] ?? '';
  for (const name of readdirSync(acars)) {
    const file = join(acars, name);
    if (!name.endsWith('.php') && name !== '.htaccess') continue;
    writeFileSync(
      file,
      readFileSync(file, 'latin1').replace(`Tracker edge ${own}`, `Tracker edge ${version}`),
      'latin1',
    );
  }
}

for (const [what, change, expected] of cases) {
  test(`a folder acars ${what}`, async () => {
    const found = await look(change);
    assert.equal(found.length, expected.length, found.join('\n'));
    for (const [index, pattern] of expected.entries()) assert.match(found[index] ?? '', pattern);
  });
}
