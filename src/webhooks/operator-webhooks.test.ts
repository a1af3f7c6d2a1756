import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../test/journal/suite/samples.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import { AddressPolicy } from '../lib/address-policy.ts';
import { Secret } from '../lib/secret.ts';
import { isRefusal } from '../tracking/refusals.ts';
import type { Endpoint } from './endpoint.ts';
import { OperatorWebhooks, type OperatorWebhooksNeeds } from './operator-webhooks.ts';
import type { Outcome, Sender } from './sender.ts';

const hour = 3_600_000;
const endpoint: Endpoint = {
  id: 'ep_one',
  kind: 'webhook',
  name: 'a receiver',
  url: new Secret('https://hooks.example/in?key=secret'),
  events: [],
  secrets: [{ key: new Secret('whsec_b25l'), until: null }],
  options: {},
  isOn: true,
  offReason: null,
  createdAt: noon,
};
const input = { kind: 'webhook', name: ' a receiver ', url: 'https://hooks.example/in', events: [], options: {} };

/** An operator with these endpoints, which are kept in memory. */
function openDesk(endpoints: readonly Endpoint[] = [endpoint]) {
  const kept = new Map(endpoints.map((each) => [each.id, each]));
  const clock = new ManualClock(noon);
  const audit: string[] = [];
  let outcome: Outcome = { kind: 'delivered', exchange: { request: '', status: 204, answer: 'thanks' } };
  const sender: Sender = { isSigned: true, requireOptions: (options) => options, send: async () => outcome };
  const calls = new OperatorWebhooks({
    webhooks: {
      list: () => [...kept.values()],
      find: (id: string) => kept.get(id) ?? null,
      save: (each: Endpoint) => void kept.set(each.id, each),
      remove: async (id: string) => void kept.delete(id),
      resend: (_id: string, which: unknown) => (which === 'set-aside' ? 3 : 0),
    } as unknown as OperatorWebhooksNeeds['webhooks'],
    reader: {
      counts: () => ({ waiting: 0, setAside: 0, last: null }),
      list: (...asked: readonly unknown[]) => [asked],
    } as unknown as OperatorWebhooksNeeds['reader'],
    senders: { webhook: sender, discord: { ...sender, isSigned: false } },
    policy: new AddressPolicy([]),
    clock,
    saveAudit: async (...words) => void audit.push(words.join(' ')),
  });
  const answer = (next: Outcome) => {
    outcome = next;
  };
  return { calls, clock, audit, kept, answer };
}

const addresses = [
  ['https://hooks.example/', 'https://hooks.example/'],
  ['https://hooks.example', 'https://hooks.example/'],
  ['https://hooks.example:8443/', 'https://hooks.example:8443/'],
  ['https://hooks.example/in', 'https://hooks.example/…'],
  ['https://hooks.example/?key=secret', 'https://hooks.example/…'],
  ['https://hooks.example/in?key=secret', 'https://hooks.example/…'],
] as const;
for (const [url, shown] of addresses)
  test(`of an address only what is no secret is shown, and whether there is more: ${url}`, async () => {
    const { calls, audit } = openDesk([]);
    const { webhook } = await calls.addWebhook('operator', { ...input, url });
    assert.equal(webhook.address, shown);
    assert.deepEqual(audit, [`operator webhook-add ${webhook.id} a receiver, ${shown}`]);
    assert.doesNotMatch(JSON.stringify(await calls.listWebhooks()), /secret/);
  });

const wrong = [
  ['a kind', { kind: 'pigeon' }, /"pigeon" is no kind of webhook/],
  ['a type of event', { events: ['flight.started', 'flight.lost'] }, /"flight.lost" is no type of event/],
  ['an empty name', { name: '  ' }, /1 to 80 characters/],
  ['a long name', { name: 'n'.repeat(81) }, /1 to 80 characters/],
  ['an address', { url: 'http://127.0.0.1/' }, /address of the endpoint cannot be used/],
] as const;
for (const [what, change, message] of wrong)
  test(`what is wrong with a webhook is said: ${what}`, async () => {
    const { calls, kept } = openDesk([]);
    const added = calls.addWebhook('operator', { ...input, ...change });
    await assert.rejects(added, (error) => isRefusal(error, 'invalid') && message.test(error.message));
    assert.equal(kept.size, 0);
  });

test('each type of event is taken once, without spaces, and the longest name', async () => {
  const { calls } = openDesk([]);
  const events = [' flight.started', 'flight.started ', 'flight.landed'];
  const { webhook } = await calls.addWebhook('operator', { ...input, events, name: 'n'.repeat(80) });
  assert.deepEqual([webhook.events, webhook.name.length], [['flight.started', 'flight.landed'], 80]);
});

test('there are at most fifty', async () => {
  const { calls } = openDesk(Array.from({ length: 49 }, (_, number) => ({ ...endpoint, id: `ep_${number}` })));
  await calls.addWebhook('operator', input);
  await assert.rejects(calls.addWebhook('operator', input), /50 endpoints already/);
});

test('what is not given stays as it is', async () => {
  const { calls, kept } = openDesk([{ ...endpoint, options: { picture: 'no' } }]);
  await calls.changeWebhook('operator', 'ep_one', { name: 'another' });
  const { name, url, options, secrets } = kept.get('ep_one') ?? assert.fail();
  assert.deepEqual([name, url.reveal(), options], ['another', endpoint.url.reveal(), { picture: 'no' }]);
  assert.equal(secrets, endpoint.secrets);
});

test('a former key is shown for as long as it signs, a day; a third one is never kept', async () => {
  const { calls, clock, kept } = openDesk();
  const first = await calls.rotateWebhook('operator', 'ep_one');
  const { key } = await calls.rotateWebhook('operator', 'ep_one');
  const { secrets } = kept.get('ep_one') ?? assert.fail();
  assert.deepEqual(
    secrets.map((each) => [each.key.reveal(), each.until]),
    [
      [key, null],
      [first.key, noon + 24 * hour],
    ],
  );
  const until = async () => (await calls.listWebhooks())[0]?.formerKeyUntil;
  await clock.advance(24 * hour - 1);
  assert.equal(await until(), noon + 24 * hour);
  await clock.advance(1);
  assert.equal(await until(), null);
});

test('what is not signed has no key', async () => {
  const { calls } = openDesk([]);
  const { webhook, key } = await calls.addWebhook('operator', { ...input, kind: 'discord' });
  assert.equal(key, null);
  await assert.rejects(calls.rotateWebhook('operator', webhook.id), /no signing key/);
});

test('a webhook that is switched on again has no reason why it is off', async () => {
  const { calls, kept, audit } = openDesk([{ ...endpoint, isOn: false, offReason: 'Gone.' }]);
  await calls.switchWebhook('operator', 'ep_one', true);
  await calls.switchWebhook('operator', 'ep_one', false);
  assert.deepEqual([kept.get('ep_one')?.isOn, kept.get('ep_one')?.offReason], [false, null]);
  assert.deepEqual(
    audit.map((line) => line.split(' ')[1]),
    ['webhook-on', 'webhook-off'],
  );
});

test('a trial tells what the receiver answered', async () => {
  const { calls, answer } = openDesk();
  assert.deepEqual(await calls.testWebhook('operator', 'ep_one'), { isDelivered: true, status: 204, answer: 'thanks' });
  const exchange = { request: '', status: 500, answer: 'no' };
  answer({ kind: 'failed', exchange, retryAfterMs: null, holdsAll: false });
  assert.deepEqual(await calls.testWebhook('operator', 'ep_one'), { isDelivered: false, status: 500, answer: 'no' });
  answer({ kind: 'skipped' });
  assert.deepEqual(await calls.testWebhook('operator', 'ep_one'), { isDelivered: true, status: null, answer: '' });
});

test('lists have a limit, and what is named must be there', async () => {
  const { calls, kept, audit } = openDesk();
  for (const [asked, limit] of [
    [0, 1],
    [7.9, 7],
    [501, 500],
  ] as const)
    assert.deepEqual(await calls.listWebhookDeliveries('ep_one', 'waiting', asked), [['ep_one', 'waiting', limit]]);
  assert.equal(await calls.resendWebhook('operator', 'ep_one', null), 3);
  await assert.rejects(calls.resendWebhook('operator', 'ep_one', 7), (error) => isRefusal(error, 'not-found'));
  assert.deepEqual(audit.length, 1);
  await assert.rejects(calls.removeWebhook('operator', 'ep_two'), (error) => isRefusal(error, 'not-found'));
  await calls.removeWebhook('operator', 'ep_one');
  assert.equal(kept.size, 0);
});
