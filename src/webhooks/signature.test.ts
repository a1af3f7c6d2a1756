import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newSigningKey, signatureHeaders } from './signature.ts';

const body = '{"type":"flight.started"}';
const id = 'msg_0123456789abcdef';

test('the public library verifies what is signed, and nothing that was changed', () => {
  const key = newSigningKey();
  const headers = signatureHeaders([{ key, until: null }], { id, at: Date.now(), body });
  const receiver = new Webhook(key.reveal());
  assert.deepEqual(receiver.verify(body, headers), { type: 'flight.started' });
  const changed = [
    [`${body} `, headers],
    [body, { ...headers, 'webhook-id': 'msg_another' }],
    [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
    [body, { ...headers, 'webhook-signature': headers['webhook-signature']?.replace('v1,', 'v1,A') ?? '' }],
  ] as const;
  for (const [text, sent] of changed) assert.throws(() => receiver.verify(text, sent), WebhookVerificationError);
  assert.throws(() => new Webhook(newSigningKey().reveal()).verify(body, headers), WebhookVerificationError);
});

test('after a rotation both keys verify, until the former one has ended', () => {
  const [former, newest] = [newSigningKey(), newSigningKey()];
  const now = Date.now();
  const secrets = (until: number) => [
    { key: newest, until: null },
    { key: former, until },
  ];
  const both = signatureHeaders(secrets(now + 1), { id, at: now, body });
  for (const key of [former, newest]) assert.ok(new Webhook(key.reveal()).verify(body, both));
  const one = signatureHeaders(secrets(now), { id, at: now, body });
  assert.ok(new Webhook(newest.reveal()).verify(body, one));
  assert.throws(() => new Webhook(former.reveal()).verify(body, one), WebhookVerificationError);
});

test('a message that is too old for a receiver gets a new time with each attempt', () => {
  const key = newSigningKey();
  const late = signatureHeaders([{ key, until: null }], { id, at: Date.now() - 3_600_000, body });
  assert.throws(() => new Webhook(key.reveal()).verify(body, late), WebhookVerificationError);
});
