import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebWorld } from '../../../test/web-world.ts';
import { writeHostSettings } from '../../platform/embedded/host-setting-admin.ts';
import { addNews } from '../../platform/embedded/news.ts';

const markup = '<img src=x onerror=alert(1)>';

test('the first page has figures, flights, news and ways in, in the language of the visitor, without a script', async () => {
  await using web = await WebWorld.open();
  const { crewCenter } = web.world.embedded;
  assert.equal((await web.get('/')).headers.location, 'tracker/home');
  await addNews(crewCenter, { title: markup, body: `مرحبا ${markup}\n\n${'😀'.repeat(2_000)}` });
  await web.world.startFlight();
  const { statusCode, body } = await web.get('/tracker/home', { 'accept-language': 'de' });
  assert.equal(statusCode, 200);
  for (const text of ['3 Piloten', 'Neuigkeiten', 'مرحبا', '&lt;img src=x', 'href="./my"', 'lang="de"'])
    assert.ok(body.includes(text), text);
  assert.ok(!body.includes(markup) && !body.includes('<script') && !body.includes('href="./join"'));
  await writeHostSettings(crewCenter, { 'pilots.registration': 'open' });
  assert.ok((await web.get('/tracker/home')).body.includes('href="./join"'));
});

test('an airline with a site of its own switches the page off, and its address leads to the map', async () => {
  await using web = await WebWorld.open();
  await writeHostSettings(web.world.embedded.crewCenter, { 'general.home_page': 'false' });
  assert.equal((await web.get('/')).headers.location, 'tracker/');
  assert.equal((await web.get('/tracker/home')).statusCode, 404);
});
