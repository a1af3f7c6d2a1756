import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { requireOwnPage } from './own-page.ts';

test('a form is taken from the site’s own page, whatever port the site has, and from no other', () => {
  const cases: readonly (readonly [host: string, headers: Record<string, string>, isOwn: boolean])[] = [
    ['va.example', { origin: 'https://va.example' }, true],
    ['va.example:8080', { origin: 'http://va.example:8080' }, true],
    // The proxy passes the host on without the port.
    ['va.example', { origin: 'http://va.example:8080' }, true],
    ['VA.example', { origin: 'http://va.example:8080' }, true],
    ['va.example:8080', { origin: 'http://va.example:9090' }, false],
    ['va.example', { origin: 'http://evil.example' }, false],
    ['va.example', { origin: 'http://va.example.evil.example' }, false],
    ['va.example', { origin: 'null' }, false],
    ['va.example', { origin: 'http://va.example', 'sec-fetch-site': 'cross-site' }, false],
    ['va.example', { origin: 'http://evil.example', 'sec-fetch-site': 'same-site' }, false],
    ['va.example', { 'sec-fetch-site': 'same-origin' }, true],
    ['va.example', {}, true],
  ];
  for (const [host, headers, isOwn] of cases) {
    const request = { host, headers } as unknown as FastifyRequest;
    if (isOwn) requireOwnPage(request);
    else assert.throws(() => requireOwnPage(request), { code: 'forbidden' }, JSON.stringify([host, headers]));
  }
});
