import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandStyles, luminance } from './brand.ts';
import { contentSecurityPolicy, imageOrigin } from './headers.ts';

const brand = { name: 'VA', logoUrl: null, websiteUrl: null };

test('what stands on the crew center’s colour can be read', () => {
  for (const color of ['#000', '#fff', '#f5c400', '#2563a8', '#777777', '#d33']) {
    const ink = /--brand-ink: (#\w+)/.exec(brandStyles({ ...brand, color }))?.[1] ?? '';
    const [light, dark] = [luminance(color), luminance(ink)].sort((a, b) => b - a) as [number, number];
    assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, `${ink} on ${color}`);
  }
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
