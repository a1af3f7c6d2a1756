import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/until.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { addChannel, Discord } from '../../../test/webhooks/discord.ts';
import { local } from '../../../test/webhooks/receiver.ts';

const base = '/tracker/operator/webhooks';
const url = `https://discord.com/api/webhooks/1234567890/${'aB3_'.repeat(17)}`;

test('the operator adds a channel of Discord; its address is shown to nobody, and nobody is named by default', async () => {
  await using web = await WebWorld.open({}, local);
  const { cookie, csrf } = await web.signIn();
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    web.post(`${base}${path}`, form, { cookie, host: 'va.example' });
  const list = (await web.get(base, { cookie, host: 'va.example' })).body;
  assert.match(list, /New Discord channel/);
  const site = /name="option\.site"[^>]*value="([^"]+)"/.exec(list)?.[1] ?? '';
  assert.equal(site, 'http://va.example/tracker/');
  const form = { csrf, kind: 'discord', name: 'News', url, event: 'pirep.filed' };
  assert.equal((await post('', { ...form, url: 'https://example.org/hook' })).statusCode, 422);
  assert.equal((await post('', { ...form, 'option.pilot': 'maybe' })).statusCode, 422);
  const made = await post('', { ...form, 'option.picture': 'yes', 'option.pilot': 'no', 'option.site': site });
  assert.equal(made.statusCode, 200);
  assert.doesNotMatch(made.body, /whsec_|aB3_|New signing key/);
  const [channel] = web.world.webhooks.list();
  assert.deepEqual(channel?.options, { picture: 'yes', pilot: 'no', site });
  assert.equal(channel?.url.reveal(), url);
  const id = channel?.id ?? '';
  const change = { csrf, name: 'News', url: '', event: 'pirep.filed', 'option.pilot': 'yes' };
  assert.equal((await post(`/${id}/change`, change)).statusCode, 303);
  assert.deepEqual(web.world.webhooks.find(id)?.options, { picture: 'yes', pilot: 'yes', site });
  const shown = (await web.get(`${base}/${id}`, { cookie })).body;
  assert.doesNotMatch(shown + (await web.get(base, { cookie })).body, /aB3_/);
  const audit = JSON.stringify(await web.world.journal.listAudit(20));
  assert.ok(audit.includes('webhook-add') && !audit.includes('aB3_') && !web.world.logLines.join('').includes('aB3_'));
});

test('the test button posts to the channel and says what Discord answered', async () => {
  await using web = await WebWorld.open({}, local);
  await using discord = await Discord.open(() => web.world.clock.now());
  const { cookie, csrf } = await web.signIn();
  addChannel(web.world, discord.url());
  const press = async () => (await web.post(`${base}/ep_channel/test`, { csrf }, { cookie })).body;
  assert.match(await press(), /The test was delivered/);
  assert.match(discord.messages[0]?.embed.title ?? '', /^Test: posts of Tracker arrive/);
  assert.deepEqual(discord.messages[0]?.payload.allowed_mentions, { parse: [] });
  discord.gone.add('111111');
  assert.match(await press(), /not delivered[\s\S]*Unknown Webhook/);
  assert.equal(web.world.webhooks.find('ep_channel')?.isOn, true, 'a test switches nothing off');
});

test('the page of a pilot says whether posts name them, and changes it', async () => {
  await using web = await WebWorld.open({}, local);
  const { cookie, csrf } = await web.signIn();
  const list = (await web.get('/tracker/admin/pilots', { cookie })).body;
  const id = /pilots\/(\d+)"/.exec(list)?.[1] ?? '';
  const page = async () => (await web.get(`/tracker/admin/pilots/${id}`, { cookie })).body;
  const set = (named: string) => web.post(`/tracker/admin/pilots/${id}/public-name`, { csrf, named }, { cookie });
  assert.equal((await web.post(`/tracker/admin/pilots/${id}/public-name`, { named: 'yes' })).statusCode, 401);
  assert.match((await set('yes')).headers.location ?? '', /done=named$/);
  await until(async () => /name="named" value="no"/.test(await page()));
  assert.match((await set('no')).headers.location ?? '', /done=unnamed$/);
  assert.doesNotMatch(await page(), /name="named" value="no"/);
  assert.match(
    (await web.post('/tracker/admin/pilots/99999/public-name', { csrf, named: 'yes' }, { cookie })).body,
    /no pilot 99999/,
  );
});
