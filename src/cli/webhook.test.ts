import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { configOf, run, tracker } from '../../test/command-line.ts';
import { Receiver, replyWith } from '../../test/webhooks/receiver.ts';
import { openServer } from '../server/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-webhook-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;
const existingData = async () => {
  const data = join(folder, String(++count));
  assert.equal((await tracker(data, 'migrate')).code, 0);
  return data;
};

const url = 'https://hooks.example/in';
const refusals: readonly (readonly [words: readonly string[], code: number, text: RegExp])[] = [
  [['add', 'Site'], 2, /takes NAME URL/],
  [['add', 'Site', 'http://192.168.1.1/x'], 1, /not an address of the public internet/],
  [['add', 'Site', 'ftp://hooks.example/x'], 1, /https:\/\//],
  [['add', '  ', url], 1, /1 to 80 characters/],
  [['add', 'Site', url, '--events', 'pirep.lost'], 1, /"pirep.lost" is no type of event/],
  [['add', 'Site', url, '--kind', 'pigeon'], 1, /no kind of webhook/],
  [['add', 'Site', url, '--set', 'colour=red'], 1, /no option "colour"/],
  [['add', 'Site', url, '--set', 'colour'], 2, /NAME=VALUE/],
  [['remove', 'ep_none'], 1, /There is no webhook ep_none/],
  [['rotate', 'ep_none'], 1, /There is no webhook/],
  [['off', 'ep_none'], 1, /There is no webhook/],
  [['test', 'ep_none'], 1, /There is no webhook/],
  [['deliveries', 'ep_none'], 1, /There is no webhook/],
  [['deliveries', 'ep_none', '--limit', 'x'], 2, /--limit/],
  [['resend', 'ep_none'], 2, /Give a number/],
  [['resend', 'ep_none', 'x'], 2, /Give a number/],
  [['resend', 'ep_none', '1', '--set-aside'], 2, /Give a number/],
  [['resend', 'ep_none', '--set-aside'], 1, /There is no webhook/],
];

for (const isServed of [false, true])
  test(`webhooks are added, changed and removed, ${isServed ? 'beside a server' : 'without one'}`, async () => {
    const data = await existingData();
    await using stack = new AsyncDisposableStack();
    if (isServed) stack.use(await openServer({ config: configOf(data), replace: { passwordCost: 4 } }));
    const webhook = (...words: string[]) => tracker(data, 'webhook', ...words);
    for (const [words, code, text] of refusals) {
      const result = await webhook(...words);
      assert.match(result.text, text, words.join(' '));
      assert.equal(result.code, code, words.join(' '));
    }
    assert.match((await webhook('list')).text, /There are no webhooks yet/);
    const added = JSON.parse((await webhook('add', 'Site', `${url}?token=secret`, '--json')).text);
    assert.match(added.key, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual([added.name, added.address, added.events], ['Site', 'https://hooks.example/…', []]);
    const { id } = added;
    const changed = await webhook(
      'change',
      id,
      '--name',
      'Archive',
      '--events',
      'pirep.filed, pirep.accepted',
      '--json',
    );
    assert.deepEqual(JSON.parse(changed.text).events, ['pirep.filed', 'pirep.accepted']);
    assert.match((await webhook('change', id, '--events', 'all')).text, /Changed webhook .*: Archive/);
    const rotated = await webhook('rotate', id);
    assert.match(rotated.text, /The former one signs too until .*Z\.\nSigning key, shown this once: whsec_/);
    assert.ok(!rotated.text.includes(added.key));
    assert.match((await webhook('off', id)).text, /is off/);
    const listed = await webhook('list');
    assert.match(listed.text, /Archive +https:\/\/hooks.example\/… +all +off/);
    assert.doesNotMatch(`${listed.text}${(await webhook('list', '--json')).text}`, /whsec_|secret/);
    assert.match((await webhook('on', id)).text, /is on/);
    assert.match((await webhook('deliveries', id)).text, /Nothing was delivered yet/);
    assert.match((await webhook('resend', id, '7')).text, /no delivery 7/);
    assert.equal((await webhook('resend', id, '--set-aside', '--json')).text, '{"resent":0}');
    const audit = JSON.parse((await tracker(data, 'audit', '--json')).text) as {
      action: string;
      detail: string | null;
    }[];
    assert.deepEqual(
      audit
        .map(({ action }) => action)
        .filter((action) => action.startsWith('webhook'))
        .reverse(),
      ['add', 'change', 'change', 'rotate', 'off', 'on', 'resend'].map((word) => `webhook-${word}`),
    );
    assert.ok(!JSON.stringify(audit).includes('secret'));
    assert.match((await webhook('remove', id)).text, /Removed/);
    assert.equal((await webhook('list', '--json')).text, '[]');
  });

test('a test is delivered at once, and its answer printed', async () => {
  const data = await existingData();
  await using receiver = await Receiver.open();
  const environment = { TRACKER_WEBHOOK_NETWORKS: '127.0.0.0/8' };
  const webhook = (...words: string[]) => run(['webhook', ...words, '--data', data], { environment });
  const { id } = JSON.parse((await webhook('add', 'Site', receiver.url, '--json')).out) as { id: string };
  assert.deepEqual(await webhook('test', id), { code: 0, out: 'Delivered: it answered 204.', err: '' });
  receiver.reply = replyWith(500);
  assert.deepEqual(await webhook('test', id), { code: 1, out: '', err: 'Not delivered: 500: as the receiver says' });
  assert.deepEqual(receiver.types, ['test', 'test']);
});
