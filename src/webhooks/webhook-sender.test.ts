import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../lib/secret.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { NoAnswerError } from './http/guarded-request.ts';
import type { Attempt, Exchange, Outcome } from './sender.ts';
import { newSigningKey } from './signature.ts';
import { retryAfterMs, WebhookSender } from './webhook-sender.ts';

const now = Date.UTC(2026, 3, 6, 10);
const hour = 3_600_000;

for (const [header, ms] of [
  [undefined, null],
  ['120', 120_000],
  [' 1.5 ', 1_500],
  ['0', 0],
  ['21600', 6 * hour],
  ['86400', 6 * hour],
  ['Mon, 06 Apr 2026 10:30:00 GMT', hour / 2],
  ['Mon, 06 Apr 2026 09:00:00 GMT', 0],
  ['Tue, 07 Apr 2026 10:00:00 GMT', 6 * hour],
  ['soon', null],
] as const)
  test(`Retry-After: ${header}`, () => assert.equal(retryAfterMs(header, now), ms));

const attempt = {
  endpoint: { url: new Secret('https://hooks.example.org/a'), secrets: [{ key: newSigningKey(), until: null }] },
  event: { id: 'msg_0123456789abcdef', payload: '{}' },
  at: now,
  signal: new AbortController().signal,
} as unknown as Attempt;

function exchangeOf(outcome: Outcome): Exchange {
  return 'exchange' in outcome ? outcome.exchange : assert.fail(`it was ${outcome.kind}`);
}

function answering(status: number, headers: Readonly<Record<string, string>> = {}) {
  return new WebhookSender({ send: async () => ({ status, headers, text: 'x'.repeat(9_000) }) }, 'va-tracker/0');
}

test('what an answer says decides whether an event is delivered, and whether its endpoint is left alone', async () => {
  const judged = async (status: number) => {
    const outcome = await answering(status, { 'retry-after': '7' }).send(attempt);
    return outcome.kind === 'failed' ? [outcome.kind, outcome.retryAfterMs, outcome.holdsAll] : [outcome.kind];
  };
  for (const status of [200, 204, 299]) assert.deepEqual(await judged(status), ['delivered'], String(status));
  assert.deepEqual(await judged(410), ['gone']);
  for (const status of [199, 300, 400, 404, 500, 502])
    assert.deepEqual(await judged(status), ['failed', 7_000, false], String(status));
  for (const status of [429, 503]) assert.deepEqual(await judged(status), ['failed', 7_000, true], String(status));
});

test('the beginning of an answer is kept, and what was sent', async () => {
  const exchange = exchangeOf(await answering(500).send(attempt));
  assert.deepEqual([exchange.status, exchange.answer?.length], [500, 2_000]);
  assert.match(exchange.request, /^Content-Type: application\/json\nUser-Agent: va-tracker\/0\n/);
});

test('each attempt is signed with its own time, however long ago the event happened', async () => {
  const event = { ...attempt.event, at: now - 5 * hour };
  const { request } = exchangeOf(await answering(200).send({ ...attempt, event }));
  assert.match(request, new RegExp(`^webhook-timestamp: ${now / 1_000}$`, 'm'));
});

test('no answer is a failure that is tried again; any other error is not hidden', async () => {
  const failing = (error: Error) => new WebhookSender({ send: () => Promise.reject(error) }, 'va-tracker/0');
  const outcome = await failing(new NoAnswerError('it hung')).send(attempt);
  assert.deepEqual(
    [
      outcome.kind,
      exchangeOf(outcome).status,
      exchangeOf(outcome).answer,
      outcome.kind === 'failed' && outcome.holdsAll,
    ],
    ['failed', null, 'it hung', false],
  );
  await assert.rejects(failing(new Error('a mistake')).send(attempt), /a mistake/);
});

test('it has no options', () => {
  assert.deepEqual(answering(200).requireOptions({}), {});
  assert.throws(
    () => answering(200).requireOptions({ picture: 'yes' }),
    (error) => isRefusal(error, 'invalid'),
  );
});
