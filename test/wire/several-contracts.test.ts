import assert from 'node:assert/strict';
import { test } from 'node:test';
import { legacy } from '../../src/contracts/legacy/legacy.ts';
import { native } from '../../src/contracts/native/native.ts';
import { World } from '../world.ts';
import { ask } from './ask.ts';

// More than one contract at the same time, each below its own base, with its own answers to what it does not know.

const cases: readonly (readonly [path: string, status: number, contentType: RegExp, holds: RegExp])[] = [
  ['/api/tracker/status', 200, /json/, /native_module/],
  ['/acars/status.php', 200, /json/, /legacy_patch/],
  ['/crew/api/tracker/status', 200, /json/, /native_module/],
  ['/crew/acars/status.php', 200, /json/, /legacy_patch/],
  // A query that names another base changes nothing.
  ['/acars/status.php?next=/api/tracker/status', 200, /json/, /legacy_patch/],
  ['/api/tracker/nope', 404, /problem\+json/, /"type"/],
  ['/acars/nope.php', 404, /application\/json/, /^\{"success":false,"error"/],
  ['/api/tracker/bids', 401, /problem\+json/, /no-session/],
  // Refused before a route is looked for.
  ['/acars/%zz', 400, /application\/json/, /^\{"success":false,"error"/],
  ['/crew/acars/%zz', 400, /application\/json/, /^\{"success":false,"error"/],
  ['/api/tracker/%zz', 400, /problem\+json/, /"type"/],
  ['/%zz', 400, /problem\+json/, /"type"/],
  ['/nowhere', 404, /problem\+json/, /not-found/],
];

test('several contracts are served at once, each with its own words', async () => {
  await using world = await World.with({ contracts: [native, legacy], isServed: true });
  const port = Number(new URL(world.server.url).port);
  for (const [path, status, contentType, holds] of cases) {
    const answer = await ask(port, path, {});
    assert.equal(answer.status, status, path);
    assert.match(String(answer.headers['content-type']), contentType, path);
    assert.match(answer.text, holds, path);
  }
  const wrongMethod = await ask(port, '/acars/position.php', { method: 'DELETE' });
  assert.deepEqual([wrongMethod.status, wrongMethod.headers.allow], [405, 'POST, OPTIONS']);
});
