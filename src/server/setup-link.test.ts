import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { configuredUrl, setupText } from './setup-link.ts';

const cases: readonly (readonly [listen: string, shows: RegExp])[] = [
  ['127.0.0.1:8787', /^ {2}http:\/\/127\.0\.0\.1:8787\/tracker\/x$/m],
  ['0.0.0.0:9000', /^ {2}http:\/\/127\.0\.0\.1:9000\/tracker\/x$/m],
  ['[::]:9000', /^ {2}http:\/\/\[::1\]:9000\/tracker\/x$/m],
  ['[::1]:9000', /^ {2}http:\/\/\[::1\]:9000\/tracker\/x$/m],
  ['unix:/run/tracker.sock', /^Open this path at the address of your site, .*:\n {2}\/tracker\/x$/],
];

for (const [listen, shows] of cases) {
  test(`the printed link that sets the operator's password can be opened: ${listen}`, () => {
    const text = setupText(configuredUrl(loadConfig({}, { listen })), '/tracker/x');
    assert.match(text, shows);
    assert.match(text, /once, within 60 minutes/);
  });
}
