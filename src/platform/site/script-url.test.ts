import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptUrlAdvice, scriptUrlCheck } from './script-url.ts';

const script = { path: '/acars/smartcars.php/', rule: 'add the rule' };
const site = 'https://crew.example';

const cases: readonly (readonly [name: string, url: string, status: number, text: string, says: RegExp | null])[] = [
  ['it answers', '/acars/smartcars.php/', 200, '{"apiVersion":"1.0.2","handler":"phpvms5"}', null],
  ['it is switched off', '/acars/smartcars.php/', 403, '{"message":"…TRACKER_CONTRACTS…"}', null],
  ['another contract answers', '/acars/smartcars.php/', 404, '{"success":false,"error":{"code":"not-found"}}', null],
  [
    'it is redirected',
    '/acars/smartcars.php',
    200,
    '{"handler":"phpvms5"}',
    /redirected.*smartcars\.php\?\/ there, or add the rule/,
  ],
  [
    'a page of the platform',
    '/acars/smartcars.php/',
    200,
    '<html>',
    /200, and not Tracker.*\?\/ there, or add the rule/,
  ],
  ['nobody behind the proxy', '/acars/smartcars.php/', 502, '<html>', /502 and no JSON/],
  [
    'the server is down',
    '/acars/smartcars.php/',
    503,
    '{"error":{"code":"server-unreachable"}}',
    /does not answer yet/,
  ],
];
for (const [name, url, status, text, says] of cases) {
  test(`the Script URL of smartCARS 3: ${name}`, () => {
    const verdict = scriptUrlCheck(script).judge({ status, url: site + url, headers: new Headers(), text });
    if (says === null) assert.equal(verdict, null);
    else {
      assert.equal(verdict?.level, status === 502 ? 'failure' : 'warning');
      assert.match(verdict.says, says);
    }
  });
}

test('what to enter in smartCARS Central is said with the address of the site', () => {
  assert.match(
    scriptUrlAdvice(site, script),
    /https:\/\/crew\.example\/acars\/smartcars\.php\/\n.*smartcars\.php\?\/,/,
  );
});
