import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../command-line.ts';
import { pilot, Served } from '../flying/served.ts';
import { until } from '../until.ts';
import { accept, drop, Receiver, replyWith } from './receiver.ts';

const environment = {
  TRACKER_WEBHOOK_NETWORKS: '127.0.0.1',
  TRACKER_REQUESTS_PER_SECOND: '10000',
  TRACKER_REQUEST_BURST: '100000',
  TRACKER_LOG_LEVEL: 'info',
};
const flightsBeforeEachKill = 8;
const kills = 4;

/** Sends until the server takes it: it may be dead, or starting. */
async function call(url: string, token: string | null, body: object): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  assert.ok(response.status < 300, JSON.stringify(answer));
  return answer;
}

test(`the server is killed ${kills} times while a receiver fails: each event arrives, in order, with one id`, {
  timeout: 180_000,
}, async (t) => {
  await using receiver = await Receiver.open();
  await using served = await Served.open(environment);
  const added = await run(['webhook', 'add', 'Site', receiver.url, '--json', '--data', served.directory]);
  assert.equal(added.code, 0, added.err);
  const base = `${served.url}/api/tracker`;
  const { token } = (await call(`${base}/auth`, null, pilot)) as { token: string };
  const bids = await fetch(`${base}/bids`, { headers: { Authorization: `Bearer ${token}` } });
  const [bid] = ((await bids.json()) as { bids: { id: string }[] }).bids;
  const flown: string[] = [];
  let count = 0;
  // Every second one is read and not answered, or refused.
  receiver.reply = (response, received) => [accept, drop, accept, replyWith(500)][count++ % 4]?.(response, received);
  for (let kill = 0; kill < kills; kill++) {
    for (let each = 0; each < flightsBeforeEachKill; each++) {
      const started = (await call(`${base}/start`, token, { bid_id: bid?.id })) as { flight_id: string };
      flown.push(started.flight_id);
      await call(`${base}/cancel`, token, { flight_id: started.flight_id });
    }
    await served.kill();
    await served.start();
  }
  receiver.reply = accept;
  const expected = ['flight.started', 'flight.cancelled'];
  const typesOf = (flight: string) => [
    ...new Set(receiver.received.filter(({ lane }) => lane === flight).map(({ type }) => type)),
  ];
  const isWhole = () => flown.every((flight) => typesOf(flight).length === expected.length);
  await until(isWhole, { withinMs: 120_000, everyMs: 100 });
  for (const flight of flown) {
    assert.deepEqual(typesOf(flight), expected, 'the first of each type is in order');
    const ids = new Set(receiver.received.filter(({ lane }) => lane === flight).map(({ type, id }) => `${type} ${id}`));
    assert.equal(ids.size, expected.length, 'one id for each event');
  }
  const bodies = new Map(receiver.received.map(({ id, body }) => [id, body]));
  for (const { id, body } of receiver.received) assert.equal(body, bodies.get(id));
  t.diagnostic(`${flown.length * 2} events, ${receiver.received.length} requests`);
});
