import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { Secret } from '../../lib/secret.ts';
import type { EventType } from '../events.ts';
import { type Answer, type GuardedRequest, NoAnswerError } from '../http/guarded-request.ts';
import type { Attempt, Outcome } from '../sender.ts';
import type { FactsSource, FlightFacts } from './flight-facts.ts';
import { DiscordSender } from './sender.ts';

const facts: FlightFacts = {
  callsign: 'EDW24',
  departure: { icao: 'LSZH', name: null },
  arrival: { icao: 'MMUN', name: null },
  plannedArrival: null,
  aircraft: '',
  pilot: { ident: 'DMO0001', name: null },
  leftAt: null,
  arrivedAt: null,
  flightTimeMin: null,
  distanceNm: null,
  score: null,
  landingRate: null,
};
const made: Answer = { status: 200, headers: {}, text: '{"id":"77"}' };
const memory = JSON.stringify({ message: '77', type: 'flight.started', at: noon });
const gone = '{"message":"Unknown Webhook","code":10015}';

/** A sender whose channel answers what the test wants; an aborted request has no answer, as over the network. */
function openSender(answers: readonly Answer[], source: Partial<FactsSource> = {}) {
  const clock = new ManualClock(noon);
  const requests: GuardedRequest[] = [];
  const stop = new AbortController();
  const sender = new DiscordSender({
    requests: {
      async send(request) {
        if (request.signal.aborted) throw new NoAnswerError('the server stops');
        requests.push(request);
        return answers[requests.length - 1] ?? made;
      },
    },
    source: {
      airline: () => ({ name: 'Demo Air', color: null }),
      readFlight: async () => facts,
      readPicture: async () => null,
      ...source,
    },
    clock,
    userAgent: 'test',
  });
  const send = (type: EventType | 'test' = 'flight.started', more: Partial<Attempt> = {}) =>
    sender.send({ ...attemptOf(type), signal: stop.signal, ...more });
  return { clock, requests, stop, send };
}

function attemptOf(type: EventType | 'test'): Omit<Attempt, 'signal'> {
  const flightId = type === 'test' || type.startsWith('crew_center') ? null : 'flight-1';
  const url = new Secret('https://discord.com/api/webhooks/111111/secret-token-of-the-channel');
  return {
    endpoint: {
      id: 'ep_channel',
      kind: 'discord',
      name: 'news',
      url,
      events: ['filing.stuck'],
      options: {},
      secrets: [],
      isOn: true,
      offReason: null,
      createdAt: noon,
    },
    event: { id: 'msg_1', type, at: noon, lane: flightId ?? 'crew-center', flightId, pilotId: null, payload: '{}' },
    number: 1,
    at: noon,
    memory: null,
  } as Omit<Attempt, 'signal'>;
}

/** What matters of an outcome, without the texts for the operator. */
function shortOf(outcome: Outcome): object {
  const { exchange: _, ...rest } = outcome as Outcome & { readonly exchange?: unknown };
  return rest;
}

const answer = (status: number, text = '', headers: Answer['headers'] = {}): Answer => ({ status, text, headers });
const failed = { kind: 'failed', retryAfterMs: null, holdsAll: false };
const unknown = (status: number) => ({ kind: 'gone', reason: `Discord no longer knows this webhook (${status}).` });

const outcomes: readonly (readonly [
  title: string,
  type: EventType | 'test',
  more: Partial<Attempt>,
  answers: readonly Answer[],
  outcome: object,
  methods: string,
])[] = [
  ['a new post', 'flight.started', {}, [made], { kind: 'delivered', memory }, 'POST'],
  ['an edited post', 'flight.started', { memory }, [answer(200)], { kind: 'delivered', memory }, 'PATCH'],
  ['a post whose id is not told', 'flight.started', {}, [answer(204)], { kind: 'delivered' }, 'POST'],
  ['a post with an id that is none', 'flight.started', {}, [answer(200, '{"id":77}')], { kind: 'delivered' }, 'POST'],
  ['a post for the staff leaves that of the flight', 'filing.stuck', { memory }, [made], { kind: 'delivered' }, 'POST'],
  ['a trial', 'test', {}, [made], { kind: 'delivered' }, 'POST'],
  [
    'a deleted message',
    'flight.started',
    { memory: memory.replace('77', '55') },
    [answer(404, '{"code":10008}'), made],
    { kind: 'delivered', memory },
    'PATCH POST',
  ],
  ['a webhook that is gone', 'flight.started', {}, [answer(404, gone)], unknown(404), 'POST'],
  ['a webhook that is gone, at an edit', 'flight.started', { memory }, [answer(404, gone)], unknown(404), 'PATCH'],
  ['a token that is not known', 'flight.started', {}, [answer(401)], unknown(401), 'POST'],
  ['an upstream error', 'flight.started', {}, [answer(502)], failed, 'POST'],
  ['a redirect', 'flight.started', {}, [answer(300)], failed, 'POST'],
  [
    'the limit of the route',
    'flight.started',
    {},
    [answer(429, '{"retry_after":1.5}')],
    { kind: 'failed', retryAfterMs: 1_500, holdsAll: true },
    'POST',
  ],
];
for (const [title, type, more, answers, outcome, methods] of outcomes)
  test(`what an answer of Discord means: ${title}`, async () => {
    const { send, requests } = openSender(answers);
    assert.deepEqual(shortOf(await send(type, more)), outcome);
    assert.equal(requests.map(({ method }) => method).join(' '), methods);
  });

test('trouble is posted in channels that name it only', async () => {
  const { send, requests } = openSender([]);
  const { endpoint } = attemptOf('filing.stuck');
  assert.deepEqual(await send('filing.stuck', { endpoint: { ...endpoint, events: [] } }), { kind: 'skipped' });
  assert.equal(requests.length, 0);
});

test('a flight that is no longer kept is not posted', async () => {
  const { send, requests } = openSender([], { readFlight: async () => null });
  assert.deepEqual(await send(), { kind: 'skipped' });
  assert.equal(requests.length, 0);
});

test('a server that stops waits for no limit of Discord', async () => {
  const { clock, requests, stop, send } = openSender([answer(429, '{"retry_after":600}')]);
  await send();
  const waiting = send();
  await clock.advance(1_000);
  stop.abort();
  assert.deepEqual(shortOf(await ended(clock, waiting)), failed);
  assert.equal(requests.length, 1);
});

test('a server that stops waits for no picture', async () => {
  const { clock, stop, send } = openSender([], { readPicture: () => new Promise(() => undefined) });
  const waiting = send();
  await clock.advance(1_000);
  stop.abort();
  assert.deepEqual(shortOf(await ended(clock, waiting)), failed);
});

test('what waited for the limit of Discord is sent when it ends', async () => {
  const { clock, requests, send } = openSender([answer(429, '{"retry_after":2}')]);
  await send();
  const waiting = send();
  await clock.advance(1_999);
  assert.equal(requests.length, 1);
  await clock.advance(1);
  assert.deepEqual(shortOf(await ended(clock, waiting)), { kind: 'delivered', memory });
  assert.equal(requests.length, 2);
});

/** Fails when it does not end although nothing holds it any more. */
async function ended<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let hasEnded = false;
  void work.then(() => {
    hasEnded = true;
  });
  await clock.advance(0);
  assert.ok(hasEnded, 'it never ends');
  return work;
}
