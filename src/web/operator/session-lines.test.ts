import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainVisitor } from '../visitor/visitor.ts';
import { browserName } from './session-lines.ts';

const cases: readonly (readonly [userAgent: string, name: string])[] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) smartCARS/3.2.1 Chrome/120.0.0.0 Electron/28.0.0 Safari/537.36',
    'smartCARS 3.2.1 on Windows',
  ],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['vmsACARS', 'vmsACARS'],
  ['<img src=x> "', 'Another program'],
  ['', 'Another program'],
];

for (const [userAgent, name] of cases)
  test(`a browser is named as people know it: ${name}`, () =>
    assert.equal(browserName(userAgent, plainVisitor()), name));
