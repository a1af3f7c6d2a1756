import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { configFile, edgeSource, sampleFile } from './edge-files.ts';
import { parseVaConfig, readVaConfig, type VaConfig, VaConfigError } from './va-config.ts';

const read = (line: string) => parseVaConfig(Buffer.from(`<?php\n${line}\n`), 'va_config.php');

/** Of each constant: its default, another value, a value of the wrong kind and the words that say so. */
const cases: readonly {
  readonly key: keyof VaConfig;
  readonly constant: string;
  readonly unset: unknown;
  readonly other: readonly [string, unknown];
  readonly wrong: readonly string[];
  readonly must: RegExp;
}[] = [
  {
    key: 'clientToken',
    constant: 'VA_CLIENT_TOKEN',
    unset: null,
    other: [`'sesame'`, 'sesame'],
    wrong: ['12', 'true', `'sésame'`, `' sesame'`],
    must: /a text in quotes/,
  },
  {
    key: 'dbPrefix',
    constant: 'TRACKER_DB_PREFIX',
    unset: 'AUTO',
    other: [`''`, ''],
    wrong: ['false', 'null'],
    must: /'AUTO' or the prefix/,
  },
  {
    key: 'storagePath',
    constant: 'TRACKER_PRIVATE_STORAGE_PATH',
    unset: 'AUTO',
    other: [`'/srv/tracker'`, '/srv/tracker'],
    wrong: [`'../tracker'`, '1'],
    must: /absolute path/,
  },
  {
    key: 'requireHttps',
    constant: 'TRACKER_REQUIRE_HTTPS',
    unset: true,
    other: ['false', false],
    wrong: [`'false'`, '0', 'null'],
    must: /true or false, without quotes/,
  },
  {
    key: 'requireBid',
    constant: 'TRACKER_REQUIRE_BID',
    unset: true,
    other: ['FALSE', false],
    wrong: [`'no'`, '0'],
    must: /true or false/,
  },
  {
    key: 'longSessionDays',
    constant: 'TRACKER_LONG_SESSION_DAYS',
    unset: 30,
    other: ['7', 7],
    wrong: ['0', '366', '1.5', `'7'`, 'true', 'null'],
    must: /a whole number of days from 1 to 365/,
  },
  {
    key: 'trustProxyHeaders',
    constant: 'TRACKER_TRUST_PROXY_HEADERS',
    unset: false,
    other: ['true', true],
    wrong: [`'true'`, '1'],
    must: /true or false/,
  },
  {
    key: 'server',
    constant: 'TRACKER_SERVER',
    unset: 'AUTO',
    other: [`'unix:/run/tracker.sock'`, 'unix:/run/tracker.sock'],
    wrong: ['8787', `'localhost'`, `'10.0.0.1:8787,'`, `'10.0.0.1:8787, localhost'`, `'AUTO, 10.0.0.1:8787'`],
    must: /an address such as .* several with commas/,
  },
  {
    key: 'name',
    constant: 'VA_NAME',
    unset: null,
    other: [`'Test Virtual'`, 'Test Virtual'],
    wrong: ['7'],
    must: /a text/,
  },
  {
    key: 'websiteUrl',
    constant: 'VA_WEBSITE_URL',
    unset: null,
    other: [`'https://x.test'`, 'https://x.test'],
    wrong: [`'x.test'`, `'javascript:1'`],
    must: /https:/,
  },
  {
    key: 'primaryColor',
    constant: 'VA_PRIMARY_COLOR',
    unset: null,
    other: [`'#1A2b3c'`, '#1A2b3c'],
    wrong: [`'red'`],
    must: /a colour/,
  },
];

for (const { key, constant, unset, other, wrong, must } of cases) {
  test(`${constant}: default, other value, wrong value`, () => {
    assert.deepEqual(read('')[key], unset);
    assert.deepEqual(read(`define('${constant}', ${other[0]});`)[key], other[1]);
    assert.deepEqual(read(`const ${constant} = ${other[0]};`)[key], other[1]);
    for (const value of wrong) {
      const isNamed = (error: unknown) =>
        error instanceof VaConfigError && error.message.includes(constant) && must.test(error.message);
      assert.throws(() => read(`define('${constant}', ${value});`), isNamed, value);
    }
  });
}

test("Tracker's constants must be literals; anything else is reported with its line", () => {
  assert.throws(() => read(`define('TRACKER_REQUIRE_HTTPS', getenv('X'));`), /TRACKER_REQUIRE_HTTPS on line 2/);
  assert.deepEqual(read(`define('VA_NAME', 'A');\ndefine('MINE', time());`).notRead, [{ line: 3, what: 'MINE' }]);
});

test('without a file everything is unset; the sample says the same', async () => {
  const sample = parseVaConfig(await readFile(join(edgeSource, sampleFile)), configFile);
  assert.deepEqual(sample, await readVaConfig('/nowhere/va_config.php'));
  assert.deepEqual(sample, read(''));
});

test('several servers are addresses with commas between them', () => {
  const value = '10.0.0.1:8787, [fd00::2]:8787,unix:/run/tracker.sock';
  const { server } = parseVaConfig(Buffer.from(`<?php define('TRACKER_SERVER', '${value}');`), 'va_config.php');
  assert.equal(server, value);
});
