import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flySome, refusal, ScriptedTracker } from '../../test/wire/scripted-tracker.ts';

const positionCalls = (tracker: ScriptedTracker) => tracker.paths().filter((path) => /position/.test(path)).length;

test('positions are numbered, batched within the limit, and all stored', async () => {
  const tracker = new ScriptedTracker();
  const flight = await tracker.start();
  await flySome(flight, 10);
  await flight.delivered();
  assert.deepEqual([...tracker.stored.keys()], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.ok(positionCalls(tracker) >= 3);
  assert.deepEqual(flight.counts, { stored: 10, duplicate: 0, refused: 0, events: 0 });
  assert.equal(flight.queued, 0);
});

const passing: readonly {
  readonly name: string;
  readonly reply: ReturnType<typeof refusal>;
  readonly waitMs: number;
}[] = [
  { name: 'no network', reply: null, waitMs: 375 },
  { name: 'a gateway', reply: { status: 502, html: 'Bad Gateway' }, waitMs: 375 },
  { name: 'a maintenance page', reply: { status: 404, html: 'Back soon' }, waitMs: 375 },
  { name: 'a full journal', reply: refusal(503, 'journal-full', {}, { 'Retry-After': '5' }), waitMs: 5250 },
  { name: 'too many requests', reply: refusal(429, 'too-many-requests', {}, { 'Retry-After': '2' }), waitMs: 2100 },
];
for (const { name, reply, waitMs } of passing) {
  test(`the queue survives ${name}`, async () => {
    const tracker = new ScriptedTracker('native', ({ path }, nth) =>
      /position/.test(path) && nth <= 3 ? reply : 'pass',
    );
    const flight = await tracker.start();
    await flySome(flight, 3);
    await flight.delivered();
    assert.deepEqual([...tracker.stored.keys()], [1, 2, 3]);
    const offline = tracker.notices.filter(({ kind }) => kind === 'offline');
    assert.equal(offline.length, 3);
    assert.equal(offline[0]?.kind === 'offline' && offline[0].retryInMs, waitMs);
    assert.equal(tracker.notices.filter(({ kind }) => kind === 'online').length, 1);
  });
}

test('after a lost response the reports are repeats, and repeats are counted', async () => {
  const tracker = new ScriptedTracker();
  const flight = await tracker.start();
  tracker.script = ({ path, body }, nth) => {
    if (!/position/.test(path) || nth > 1) return 'pass';
    for (const position of (body as { positions: { seq: number; lat: number; lon: number }[] }).positions) {
      tracker.stored.set(position.seq, position);
    }
    return null;
  };
  await flight.report({ lat: 1, lon: 1 });
  await flight.delivered();
  assert.deepEqual(flight.counts, { stored: 0, duplicate: 1, refused: 0, events: 0 });
});

test('a refused position is dropped and reported, the others are delivered', async () => {
  const tracker = new ScriptedTracker();
  const flight = await tracker.start();
  await flySome(flight, 6, (index) => (index === 3 ? 91 : index));
  await flight.delivered();
  assert.deepEqual([...tracker.stored.keys()], [1, 2, 4, 5, 6]);
  const refused = tracker.notices.flatMap((notice) => (notice.kind === 'refused' ? [notice] : []));
  assert.equal(refused.length, 1);
  assert.deepEqual(refused[0]?.fields, { lat: 'Between -90 and 90.' });
});

const poisons: readonly { readonly name: string; readonly reply: ReturnType<typeof refusal> }[] = [
  { name: 'malformed', reply: refusal(400, 'malformed') },
  { name: 'invalid', reply: refusal(422, 'invalid', { fields: { vs: 'A number.' } }) },
  { name: 'too large', reply: refusal(413, 'too-large') },
  {
    name: 'a bug in the server',
    reply: { status: 500, json: { success: false, error: { code: 'internal', message: '' } } },
  },
];
for (const { name, reply } of poisons) {
  test(`one position that makes its whole batch fail (${name}) is found and dropped`, async () => {
    const tracker = new ScriptedTracker('native', ({ body }) =>
      JSON.stringify(body ?? {}).includes('"lat":3,') ? reply : 'pass',
    );
    const flight = await tracker.start();
    await flySome(flight, 8);
    await flight.delivered();
    assert.deepEqual([...tracker.stored.keys()].sort(), [1, 2, 4, 5, 6, 7, 8]);
    assert.equal(tracker.notices.filter(({ kind }) => kind === 'refused').length, 1);
  });
}

test('a flight that ended elsewhere stops delivery with a notice', async () => {
  const tracker = new ScriptedTracker('native', ({ path }) =>
    /position/.test(path) ? refusal(409, 'flight-ended') : 'pass',
  );
  const flight = await tracker.start();
  await flight.report({ lat: 1, lon: 1 });
  await assert.rejects(flight.delivered(), { code: 'flight-ended', status: 409 });
  assert.equal(flight.failure?.code, 'flight-ended');
});

test('a client whose flight is reported by another one stops with a notice, continues after Retry-After, and can finish', async () => {
  let isElsewhere = true;
  const tracker = new ScriptedTracker('native', ({ path }) =>
    isElsewhere && /position/.test(path) ? refusal(409, 'flight-elsewhere', {}, { 'Retry-After': '300' }) : 'pass',
  );
  const flight = await tracker.start();
  await flySome(flight, 3);
  await assert.rejects(flight.delivered(), { code: 'flight-elsewhere' });
  const calls = positionCalls(tracker);
  await flySome(flight, 1);
  assert.equal(positionCalls(tracker), calls);
  isElsewhere = false;
  await tracker.timing.sleep(301_000);
  await flySome(flight, 1);
  assert.equal(flight.failure, null);
  await flight.delivered();
  assert.equal(tracker.stored.size, 5);
  isElsewhere = true;
  await flySome(flight, 1);
  assert.equal((await flight.finish()).repeated, false);
});

test('a clock 17 minutes fast is corrected before the first position', async () => {
  const tracker = new ScriptedTracker();
  tracker.serverAheadMs = -17 * 60_000;
  const flight = await tracker.start();
  await flight.report({ lat: 1, lon: 1 });
  await flight.delivered();
  assert.equal(
    Math.abs(Date.parse(tracker.stored.get(1)?.recorded_at ?? '') - Date.parse(tracker.serverTime())) < 2000,
    true,
  );
});

test('positions dated by a clock that jumped are redated, not lost', async () => {
  const tracker = new ScriptedTracker();
  const flight = await tracker.start();
  tracker.timing.wallMs += 3600_000;
  tracker.serverAheadMs -= 3600_000;
  await flySome(flight, 6);
  await flight.delivered();
  assert.deepEqual([...tracker.stored.keys()], [1, 2, 3, 4, 5, 6]);
  for (const { recorded_at } of tracker.stored.values()) {
    assert.ok(Math.abs(Date.parse(recorded_at ?? '') - Date.parse(tracker.serverTime())) < 10_000);
  }
  assert.equal(tracker.notices.filter(({ kind }) => kind === 'refused').length, 0);
});

test('positions that one server refuses for its own wrong clock are sent again, and only those always refused are dropped', async () => {
  let refusals = 3;
  const tracker = new ScriptedTracker('native', ({ path }) => {
    if (!/position/.test(path) || refusals === 0) return 'pass';
    refusals -= 1;
    return refusal(422, 'invalid', { fields: { 'positions[0].recorded_at': 'is more than 5 minutes ahead' } });
  });
  const flight = await tracker.start();
  await flySome(flight, 3);
  await flight.delivered();
  assert.deepEqual([...tracker.stored.keys()].sort(), [1, 2, 3]);
  refusals = Number.POSITIVE_INFINITY;
  await flySome(flight, 1);
  await flight.delivered();
  assert.equal(tracker.notices.filter(({ kind }) => kind === 'refused').length, 1);
});

test('large bodies are compressed, or sent uncompressed if a proxy rejects compression', async () => {
  const tracker = new ScriptedTracker('native', ({ headers, path }) =>
    /position/.test(path) && headers.get('Content-Encoding') === 'gzip' ? refusal(415, 'not-json') : 'pass',
  );
  const flight = await tracker.start({ batchSize: 4 });
  const large = 'x'.repeat(3000);
  await flight.report({ lat: 1, lon: 1, sim_time: large });
  await flight.report({ lat: 2, lon: 1, sim_time: large });
  await flight.delivered();
  await flight.report({ lat: 3, lon: 1, sim_time: large });
  await flight.delivered();
  const packed = tracker.seen.filter(({ headers }) => headers.get('Content-Encoding') === 'gzip');
  assert.equal(packed.length, 1);
  assert.equal(tracker.stored.size, 3);
});

test('a batch in which every report is invalid is dropped at once, each with its own fields', async () => {
  const tracker = new ScriptedTracker('native', ({ path, body }) => {
    if (!/position/.test(path)) return 'pass';
    const faults = (body as { positions: unknown[] }).positions.map((_, index) => [
      `positions[${index}].lat`,
      'is required',
    ]);
    return refusal(422, 'invalid', { fields: Object.fromEntries(faults) });
  });
  const flight = await tracker.start();
  await flySome(flight, 4);
  await flight.delivered();
  const refused = tracker.notices.flatMap((notice) => (notice.kind === 'refused' ? [notice.fields] : []));
  assert.deepEqual(refused, Array(4).fill({ lat: 'is required' }));
  assert.ok(positionCalls(tracker) < 4);
  assert.deepEqual([flight.queued, flight.counts.refused], [0, 4]);
});
