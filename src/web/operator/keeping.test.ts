import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';

test('the page of backups makes one, and asks for one to be restored at the next start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-web-backups-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const config = { backups: { folder, hour: 3, keep: 2 } };
  await using web = await WebWorld.open({}, { config });
  const { cookie, csrf } = await web.signIn();
  const page = async () => (await web.get('/tracker/operator/backups', { cookie })).body;
  assert.match(await page(), /No backups yet/);
  assert.equal((await web.post('/tracker/operator/backups/make', {}, { cookie })).statusCode, 403);
  assert.equal((await web.post('/tracker/operator/backups/make', { csrf }, { cookie })).statusCode, 303);
  const [name = ''] = readdirSync(folder);
  assert.match(name, /^tracker-2024-04-0\d$/);
  assert.match(await page(), new RegExp(`<th scope="row">${name}`));
  const restore = (wanted: string) => web.post('/tracker/operator/backups/restore', { csrf, name: wanted }, { cookie });
  assert.equal((await restore('../../etc')).statusCode, 404);
  assert.equal((await restore(name)).statusCode, 303);
  assert.match(await page(), /is restored when the server is started again/);
  assert.ok(existsSync(join(web.world.directory, 'restore-request.json')));
  assert.equal((await restore('')).statusCode, 303);
  assert.doesNotMatch(await page(), /is restored when/);
  assert.equal((await web.get('/tracker/operator/backups')).statusCode, 303);
});

test('the page of personal data downloads what is kept of a pilot, and erases it once the ident is given twice', async () => {
  await using web = await WebWorld.open();
  const { cookie, csrf } = await web.signIn();
  const { session, flight } = await web.world.startFlight();
  const post = (what: string, form: Record<string, string>) =>
    web.post(`/tracker/operator/privacy/${what}`, { csrf, ...form }, { cookie });
  const { ident, name } = session.pilot;
  const download = await post('export', { ident });
  assert.equal(download.headers['content-disposition'], 'attachment; filename="pilot.json"');
  const exported = JSON.parse(download.body);
  assert.deepEqual([exported.pilot.name, exported.flights[0].flight.id], [name, flight.id]);
  assert.equal((await post('export', { ident: 'XXX9999' })).statusCode, 404);
  assert.equal((await post('export', { ident: '' })).statusCode, 422);
  assert.equal((await post('erase', { ident, again: 'other' })).statusCode, 422);
  assert.equal((await post('erase', { ident, again: ident })).statusCode, 409);
  await web.world.calls.cancel(session, { name: null, reason: null });
  await web.world.until(async () => (await web.world.stateOf(flight.id)) === 'cancelled');
  await web.world.clock.advance(120_000);
  const erased = await post('erase', { ident, again: ident.toLowerCase() });
  assert.match(erased.body, new RegExp(`${ident} is erased`));
  const audit = (await web.get('/tracker/operator/audit', { cookie })).body;
  assert.ok(!audit.includes(ident) && !audit.includes(name));
  assert.equal((await post('erase', { ident, again: ident })).statusCode, 404);
});
