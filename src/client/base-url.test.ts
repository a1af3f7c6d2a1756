import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBaseUrl } from './base-url.ts';

const cases: readonly [typed: string, href: string, cut: string | null][] = [
  ['https://va.example', 'https://va.example', null],
  ['https://va.example/', 'https://va.example', null],
  ['  https://va.example/crew/  ', 'https://va.example/crew', null],
  ['https://va.example//crew//', 'https://va.example/crew', null],
  ['va.example/crew', 'https://va.example/crew', null],
  ['localhost:8787', 'http://localhost:8787', null],
  ['127.0.0.1:8787/', 'http://127.0.0.1:8787', null],
  ['HTTPS://VA.example:8443', 'https://va.example:8443', null],
  ['https://va.example/api/tracker', 'https://va.example', '/api/tracker'],
  ['https://va.example/api/tracker/', 'https://va.example', '/api/tracker'],
  ['https://va.example/crew/api/tracker/status', 'https://va.example/crew', '/api/tracker/status'],
  ['https://va.example/crew/acars/bootstrap.php?x=1', 'https://va.example/crew', '/acars/bootstrap.php?…'],
  ['https://va.example/acars/', 'https://va.example', '/acars'],
  ['https://va.example/index.php/pages', 'https://va.example', '/index.php/pages'],
  ['https://va.example/acarsville', 'https://va.example/acarsville', null],
  ['https://jo:hunter2@va.example/', 'https://va.example', 'the login before the host'],
  ['https://va.example/#top', 'https://va.example', null],
];

for (const [typed, href, cut] of cases) {
  test(`base URL of ${JSON.stringify(typed)}`, () => assert.deepEqual(readBaseUrl(typed), { href, cut }));
}

for (const typed of ['', 'https://', 'ftp://va.example', 'not a url at all', 'javascript://x']) {
  test(`${JSON.stringify(typed)} is not a base URL`, () => {
    assert.throws(() => readBaseUrl(typed), { name: 'TrackerError', code: 'bad-url' });
  });
}
