import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ivaoText, type MadePilot, vatsimText } from '../../../test/feeds/made-feed.ts';
import { type FeedAnswer, StandIn } from '../../../test/feeds/stand-in.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { until } from '../../../test/until.ts';
import { AddressPolicy } from '../../lib/address-policy.ts';
import { GuardedRequests } from '../../webhooks/http/guarded-request.ts';
import { NetworkFeed } from './feed.ts';

const noon = Date.UTC(2024, 2, 6, 12);
const pilot: MadePilot = { id: 1_234_567, callsign: 'DMO101', lat: 47.5, lon: 8.55 };

/** A feed that asks a stand-in, and a clock that the test sets. */
async function opened(network: 'vatsim' | 'ivao' = 'ivao', path = '/feed', timeoutMs = 10_000) {
  const standIn = await StandIn.open();
  const clock = new ManualClock(noon);
  const failures: string[] = [];
  const requests = new GuardedRequests(new AddressPolicy(['127.0.0.1']), { timeoutMs, maxAnswerBytes: 25_165_824 });
  let asked = 0;
  let answered = 0;
  const { signal } = new AbortController();
  const feed = new NetworkFeed({
    network,
    url: `${standIn.url}${path}`,
    clock,
    async get(url, headers) {
      asked += 1;
      try {
        return await requests.send({ method: 'GET', url, headers, body: null, signal });
      } finally {
        answered += 1;
      }
    },
    onFailure: (reason) => failures.push(reason),
  });
  return {
    standIn,
    clock,
    failures,
    feed,
    /** Waits so long, with the answers to what is asked meanwhile; somebody asks for the feed every 15 s. */
    async pass(ms: number, isWanted = true) {
      for (let passed = 0; passed < ms; passed += 15_000) {
        if (isWanted) feed.newest();
        // What is asked at this moment is answered at this moment, not after the time that passes.
        await clock.advance(0);
        await this.answers();
        await clock.advance(Math.min(15_000, ms - passed));
        await this.answers();
      }
    },
    async answers() {
      for (let before = -1; before !== asked; ) {
        before = asked;
        await until(() => answered === asked);
        for (let turns = 0; turns < 5; turns++) await clock.advance(0);
      }
    },
    async [Symbol.asyncDispose]() {
      feed[Symbol.dispose]();
      await standIn[Symbol.asyncDispose]();
    },
  };
}

test('a feed is read every 15 s while it is asked for, however often, and not otherwise', async () => {
  await using it = await opened();
  it.standIn.answer = () => ({ text: ivaoText(it.clock.now(), [pilot]) });
  await it.clock.advance(600_000);
  assert.equal(it.standIn.asked.length, 0);
  for (let times = 0; times < 50; times++) it.feed.newest();
  await it.pass(1);
  await it.pass(60_000);
  assert.deepEqual([it.standIn.asked.length, it.failures], [5, []]);
  assert.equal(it.feed.newest()?.seen.get('1234567')?.callsign, 'DMO101');
  const { headers } = it.standIn.asked[0] ?? {};
  assert.deepEqual(Object.keys(headers ?? {}).sort(), ['accept-encoding', 'connection', 'host']);
  await it.pass(90_000, false);
  const { length } = it.standIn.asked;
  assert.ok(length <= 10, `${length} times`);
  await it.pass(600_000, false);
  assert.equal(it.standIn.asked.length, length);
  assert.equal(it.feed.newest(), null, 'what is old is forgotten');
});

test('VATSIM’s status.json says where its data are; it is asked again when they are gone', async () => {
  await using it = await opened('vatsim', '/status.json');
  const data = `${it.standIn.url}/v3/vatsim-data.json`;
  let isGone = false;
  it.standIn.answer = (path): FeedAnswer => {
    if (path === '/status.json') return { text: JSON.stringify({ data: { v3: [data] } }) };
    return isGone ? { status: 410 } : { text: vatsimText(it.clock.now(), [pilot]) };
  };
  await it.pass(1);
  await it.pass(30_000);
  const paths = () => it.standIn.asked.map(({ path }) => path);
  assert.deepEqual(paths(), ['/status.json', ...Array(3).fill('/v3/vatsim-data.json')]);
  assert.equal(it.feed.newest()?.seen.get('1234567')?.aircraftType, 'A320');
  isGone = true;
  await it.pass(15_000);
  isGone = false;
  await it.pass(30_000);
  assert.deepEqual(paths().slice(5, 7), ['/status.json', '/v3/vatsim-data.json']);
  assert.deepEqual(it.failures, [`${data} answered 410`]);
  assert.notEqual(it.feed.newest(), null);
});

test('an address in status.json that leads inside is not asked', async () => {
  await using it = await opened('vatsim', '/status.json');
  it.standIn.answer = () => ({ text: JSON.stringify({ data: { v3: ['http://10.0.0.1/latest/meta-data'] } }) });
  await it.pass(1_000);
  assert.equal(it.standIn.asked.length, 1);
  assert.match(it.failures[0] ?? '', /10\.0\.0\.1 is not an address of the public internet/);
});

test('what has not changed is not sent again', async () => {
  await using it = await opened();
  const text = ivaoText(noon, [pilot]);
  it.standIn.answer = (_path, headers): FeedAnswer =>
    headers['if-none-match'] === '"one"'
      ? { status: 304 }
      : { text, headers: { ETag: '"one"', 'Last-Modified': 'Wed, 06 Mar 2024 12:00:00 GMT' } };
  await it.pass(45_000);
  const asked = it.standIn.asked.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]);
  const later = ['"one"', 'Wed, 06 Mar 2024 12:00:00 GMT'];
  assert.deepEqual(asked, [[undefined, undefined], later, later, later]);
  assert.deepEqual([it.feed.newest()?.at, it.failures], [noon, []]);
});

const troubles: readonly (readonly [string, (now: number) => FeedAnswer, RegExp])[] = [
  ['late', (now) => ({ text: ivaoText(now - 900_000, [pilot]) }), /another time/],
  ['ahead', (now) => ({ text: ivaoText(now + 900_000, [pilot]) }), /another time/],
  ['empty', (now) => ({ text: ivaoText(now, []) }), /lists no pilots/],
  ['nothing', () => ({ text: '' }), /no list of pilots/],
  ['too large', () => ({ text: `{"pilots":[${' '.repeat(26_000_000)}` }), /more than 25165824 bytes/],
  ['malformed', (now) => ({ text: ivaoText(now, [pilot]).slice(0, 900) }), /no end/],
  ['another page', () => ({ text: '<html>Maintenance</html>' }), /no list of pilots/],
  ['gone', () => ({ status: 404 }), /answered 404/],
  ['a redirect', () => ({ status: 302, headers: { Location: '/elsewhere' } }), /answered 302/],
  ['slow', () => ({ isSilent: true }), /no answer within/],
  ['an error', () => ({ status: 500 }), /answered 500/],
];

for (const [what, answer, reason] of troubles)
  test(`a feed that is ${what} shows nothing, is reported once and asked less and less often, until it is whole again`, async () => {
    await using it = await opened('ivao', '/feed', what === 'slow' ? 300 : 10_000);
    it.standIn.answer = () => answer(it.clock.now());
    await it.pass(120_000);
    // At 0, 15, 45 and 105 s.
    assert.deepEqual([it.standIn.asked.length, it.failures.length, it.feed.newest()], [4, 1, null]);
    assert.match(it.failures[0] ?? '', reason);
    assert.ok(it.standIn.asked.every(({ path }) => path === '/feed'));
    it.standIn.answer = () => ({ text: ivaoText(it.clock.now(), [pilot]) });
    await it.pass(120_000);
    assert.equal(it.feed.newest()?.seen.size, 1);
    assert.equal(it.failures.length, 1);
  });

test('a network that asks for a longer wait gets it', async () => {
  await using it = await opened();
  it.standIn.answer = () => ({ status: 429, headers: { 'Retry-After': '300' } });
  await it.pass(285_000);
  assert.equal(it.standIn.asked.length, 1);
  await it.pass(30_000);
  assert.equal(it.standIn.asked.length, 2);
});

test('2,500 pilots arrive packed', async () => {
  await using it = await opened('vatsim');
  const pilots = Array.from({ length: 2_500 }, (_, index) => ({ ...pilot, id: 1_000 + index }));
  it.standIn.answer = () => ({ text: vatsimText(noon, pilots) });
  await it.pass(1_000);
  await until(() => it.feed.newest() !== null);
  assert.equal(it.feed.newest()?.seen.size, 2_500);
});
