import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandStyles } from './brand.ts';
import { contentSecurityPolicy, imageOrigin } from './headers.ts';

const brand = { name: 'VA', logoUrl: null, websiteUrl: null };

test('a crew center’s colour is on pages in both themes, and none leaves ours', () => {
  const styles = brandStyles({ ...brand, color: '#ffee00' });
  assert.match(styles, /--brand: #ffee00; --brand-ink: #000000; --brand-line: #\w{6}; --brand-text: #\w{6};/);
  assert.match(styles, /prefers-color-scheme: dark\) \{ :root \{ --brand-line: #ffee00; --brand-text: #ffee00; \} \}/);
  assert.equal(brandStyles({ ...brand, color: null }), '');
});

test('only an origin gets into the policy, whatever a setting holds', () => {
  const cases: readonly (readonly [string | null, string | null])[] = [
    [null, null],
    ['https://va.example/logo.png?x=1', 'https://va.example'],
    ['http://va.example:8080/a b;c', 'http://va.example:8080'],
    ['https://{s}.tile.example/{z}/{x}/{y}.png', 'https://*.tile.example'],
    ["javascript:alert(1); script-src 'unsafe-inline'", null],
    ["x; script-src 'unsafe-inline'", null],
  ];
  for (const [url, origin] of cases) assert.equal(imageOrigin(url), origin, String(url));
  const policy = contentSecurityPolicy({ imageOrigins: ['https://va.example'], isEmbeddable: false });
  assert.match(policy, /img-src 'self' data: https:\/\/va\.example; /);
  assert.match(policy, /frame-ancestors 'none'$/);
  assert.doesNotMatch(policy, /unsafe/);
});
