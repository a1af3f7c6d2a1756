import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { toFinding } from '../../platform/check/finding.ts';
import type { SiteChecks } from '../site-checks.ts';

const markup = '<img src=x onerror=alert(1)>';

/** Checks that ended with these findings, and counts its starts. */
function checksWith(...evidence: readonly string[]) {
  let starts = 0;
  const findings = evidence.map((text) =>
    toFinding({ name: 'private-file-readable', subject: `/var/www/${text}`, evidence: text }, 'nginx', '/var/www'),
  );
  const report = { folder: '/var/www', url: 'https://crew.example', server: 'nginx', findings } as const;
  const checks: SiteChecks = {
    last: { at: 0, report, problem: null },
    isRunning: false,
    start() {
      starts += 1;
    },
  };
  return { checks, starts: () => starts };
}

test('the operator sees each finding with its remedy, and their number in the menu; strangers see nothing', async () => {
  const { checks, starts } = checksWith('dump.sql', markup);
  await using web = await WebWorld.open({}, { checks });
  const { cookie, csrf } = await web.signIn();
  const { body } = await web.get('/tracker/operator/checks', { cookie });
  assert.match(body, /2 serious, 0 warnings, 0 notes/);
  assert.match(body, /nginx reads no \.htaccess/);
  assert.ok(body.includes('dump.sql') && !body.includes(markup));
  assert.match((await web.get('/tracker/operator/', { cookie })).body, /Checks <span class="badge bad">2</);
  assert.equal((await web.get('/tracker/operator/checks')).statusCode, 303);
  await web.post('/tracker/operator/checks/start', { csrf }, { cookie });
  assert.equal(starts(), 1);
  assert.equal((await web.post('/tracker/operator/checks/start', { csrf: 'x' }, { cookie })).statusCode, 403);
  assert.equal(starts(), 1);
});

test('nothing found is said without a badge; without a site there is no such page', async () => {
  await using web = await WebWorld.open({}, { checks: checksWith().checks });
  const { cookie } = await web.signIn();
  assert.match((await web.get('/tracker/operator/checks', { cookie })).body, /Nothing was found/);
  assert.doesNotMatch((await web.get('/tracker/operator/', { cookie })).body, /class="badge bad"/);
  await using embedded = await WebWorld.open();
  const session = await embedded.signIn();
  assert.equal((await embedded.get('/tracker/operator/checks', { cookie: session.cookie })).statusCode, 404);
});
