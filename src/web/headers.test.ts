import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentSecurityPolicy, imageOrigin } from './headers.ts';

test('pictures may come from the origins that are set', () => {
  const cases = [
    ['https://va.example/logo.png', 'https://va.example'],
    ['http://127.0.0.1:8080/logo.png', 'http://127.0.0.1:8080'],
    ['https://[::1]:8443/logo.png', 'https://[::1]:8443'],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'https://*.tiles.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ] as const;
  for (const [url, origin] of cases) assert.equal(imageOrigin(url), origin, url);
});

test('no address writes into the policy', () => {
  const cases = [
    null,
    'javascript:alert(1)',
    'data:image/png,x',
    'logo.png',
    'https://x;sandbox/',
    'https://x;form-action;y/',
    'https://a,b.example/',
    "https://a'b.example/",
    'https://*/',
    'https://{s};sandbox/{z}',
  ];
  for (const url of cases) assert.equal(imageOrigin(url), null, String(url));
});

test('a page allows nothing inline, and no frame but the map’s own', () => {
  const page = contentSecurityPolicy({ imageOrigins: ['https://va.example'], isEmbeddable: false });
  assert.match(
    page,
    /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:\/\/va\.example; /,
  );
  assert.match(page, /frame-ancestors 'none'$/);
  assert.match(contentSecurityPolicy({ imageOrigins: [], isEmbeddable: true }), /frame-ancestors \*$/);
});
