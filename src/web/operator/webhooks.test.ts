import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../test/until.ts';
import { WebWorld } from '../../../test/web-world.ts';
import { localAndPatient as local, Receiver, replyWith } from '../../../test/webhooks/receiver.ts';

const base = '/tracker/operator/webhooks';

test('the operator adds a webhook, sees its key once, its deliveries with request and answer, and sends them again', async () => {
  await using receiver = await Receiver.open();
  await using web = await WebWorld.open({}, local);
  const { cookie, csrf } = await web.signIn();
  const post = (path: string, form: Readonly<Record<string, string>>) => web.post(`${base}${path}`, form, { cookie });
  const page = async (path = '') => (await web.get(`${base}${path}`, { cookie })).body;
  const form = { csrf, kind: 'webhook', name: '<b>Site', url: `${receiver.url}?token=secret`, options: '' };
  assert.equal((await web.get(base)).statusCode, 303, 'strangers are asked to sign in');
  assert.equal((await web.post(base, form, {})).statusCode, 401);
  assert.equal((await post('', { ...form, csrf: 'x' })).statusCode, 403);
  assert.equal((await post('', { ...form, url: 'http://192.168.1.1/' })).statusCode, 422);
  const made = await post('', form);
  const [, key = ''] = /<code class="secret">(whsec_[A-Za-z0-9+/=]+)</.exec(made.body) ?? [];
  const id = /webhooks\/(ep_\w+)\/rotate/.exec(made.body)?.[1] ?? '';
  const list = await page();
  assert.match(list, /&lt;b&gt;Site<\/a>/);
  assert.ok(key !== '' && !`${list}${await page(`/${id}`)}`.includes(key) && !list.includes('token=secret'));

  assert.match((await post(`/${id}/test`, { csrf })).body, /The test was delivered/);
  receiver.reply = replyWith(500);
  assert.match((await post(`/${id}/test`, { csrf })).body, /not delivered\.\s+It answered 500/);
  receiver.reply = (response) => void response.writeHead(200).end('<script>alert(1)</script>');
  await web.world.startFlight();
  await until(() => receiver.types.includes('flight.started'));
  await until(async () => /delivered · 1 attempt/.test(await page(`/${id}`)));
  const shown = await page(`/${id}`);
  assert.match(shown, /webhook-signature: v1,/);
  assert.match(shown, /&lt;script&gt;alert/);
  assert.ok(!shown.includes('<script>alert'));
  const number = /name="number" value="(\d+)"/.exec(shown)?.[1] ?? '';
  assert.equal((await post(`/${id}/resend`, { csrf, number })).statusCode, 303);
  await until(() => receiver.types.filter((type) => type === 'flight.started').length === 2);
  const [first, again] = receiver.received.filter(({ type }) => type === 'flight.started');
  assert.equal(first?.id, again?.id);
});

test('the operator rotates the key, changes, switches off and removes a webhook', async () => {
  await using receiver = await Receiver.open();
  await using web = await WebWorld.open({}, local);
  const { cookie, csrf } = await web.signIn();
  const post = (path: string, form: Readonly<Record<string, string>>) => web.post(`${base}${path}`, form, { cookie });
  const made = await post('', { csrf, kind: 'webhook', name: 'Site', url: receiver.url, options: '' });
  const id = /webhooks\/(ep_\w+)\/rotate/.exec(made.body)?.[1] ?? '';
  assert.match((await post(`/${id}/rotate`, { csrf })).body, /<code class="secret">whsec_[\s\S]*also signs until/);
  const change = { csrf, name: 'Archive', url: '', event: 'pirep.filed', options: '' };
  assert.equal((await post(`/${id}/change`, change)).statusCode, 303);
  assert.deepEqual(web.world.webhooks.find(id)?.events, ['pirep.filed']);
  assert.equal(web.world.webhooks.find(id)?.url.reveal(), receiver.url);
  assert.equal((await post(`/${id}/change`, { ...change, event: 'x' })).statusCode, 422);
  assert.equal((await post(`/${id}/switch`, { csrf, on: 'false' })).statusCode, 303);
  assert.equal(web.world.webhooks.find(id)?.isOn, false);
  assert.equal((await post(`/${id}/resend`, { csrf, number: 'x' })).statusCode, 422);
  assert.equal((await post(`/${id}/remove`, { csrf })).statusCode, 303);
  assert.deepEqual(web.world.webhooks.list(), []);
  assert.equal((await web.get(`${base}/${id}`, { cookie })).statusCode, 404);
});
