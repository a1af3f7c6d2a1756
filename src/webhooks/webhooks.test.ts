import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { noon, sampleFlight } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import type { Journal } from '../journal/journal.ts';
import { Secret } from '../lib/secret.ts';
import { Changes } from '../tracking/flight/changes.ts';
import type { Attempt, Outcome, Sender } from './sender.ts';
import { DeliveryReader } from './store/delivery-reader.ts';
import { openWebhookDatabase } from './store/open.ts';
import { Webhooks } from './webhooks.ts';

const minute = 60_000;
const hour = 60 * minute;
const exchange = { request: '', status: 500, answer: '' };
const failed: Outcome = { kind: 'failed', exchange, retryAfterMs: null, holdsAll: false };
const delivered: Outcome = { kind: 'delivered', exchange: { ...exchange, status: 204 } };

/** A receiver in this process: what it was sent, and its answers. */
class Recorder implements Sender {
  readonly isSigned = true;
  readonly attempts: Attempt[] = [];
  maxUnderWay = 0;
  #underWay = 0;
  answer: (attempt: Attempt) => Outcome | Promise<Outcome> = () => delivered;

  requireOptions() {
    return {};
  }

  async send(attempt: Attempt): Promise<Outcome> {
    this.attempts.push(attempt);
    this.maxUnderWay = Math.max(this.maxUnderWay, ++this.#underWay);
    try {
      return await this.answer(attempt);
    } finally {
      this.#underWay -= 1;
    }
  }

  get types(): readonly string[] {
    return this.attempts.map(({ event }) => event.type);
  }
}

class Site {
  readonly clock = new ManualClock(noon);
  readonly recorder = new Recorder();
  readonly setAside: string[] = [];
  readonly errors: unknown[] = [];
  readonly #changes = new Changes((error) => assert.fail(String(error)));
  readonly #directory: string;
  journal!: Journal;
  webhooks!: Webhooks;
  reader!: DeliveryReader;
  database!: DatabaseSync;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(t: TestContext): Promise<Site> {
    const site = new Site(temporaryDirectory(t));
    site.journal = await openSample(site.#directory, { clock: site.clock });
    await site.begin();
    t.after(() => site.webhooks.close());
    site.webhooks.save({
      id: 'ep_one',
      kind: 'webhook',
      name: 'a receiver',
      url: new Secret('https://hooks.example/'),
      events: [],
      secrets: [],
      options: {},
      isOn: true,
      offReason: null,
      createdAt: noon,
    });
    return site;
  }

  async begin(): Promise<void> {
    const database = await openWebhookDatabase(join(this.#directory, 'webhooks.sqlite'));
    this.database = database;
    this.reader = new DeliveryReader(database);
    this.webhooks = new Webhooks({
      database,
      clock: this.clock,
      changes: this.journal.changes,
      senders: { webhook: this.recorder, discord: this.recorder },
      listen: (wake) => this.#changes.listen(wake),
      readReview: async () => null,
      random: () => 0.5,
      notices: {
        switchedOff: () => undefined,
        setAside: (_endpoint, type) => void this.setAside.push(type),
        failed: (error) => void this.errors.push(error),
      },
    });
  }

  async happen(kind: string, number = 1): Promise<void> {
    const flight = sampleFlight(number);
    await this.journal.saveFlight(flight, { kind, at: this.clock.now() });
    this.#changes.notify({ kind: 'started', flight });
  }

  async until(isSo: () => boolean, stepMs: number): Promise<void> {
    for (let step = 0; !isSo(); step++) {
      assert.ok(step < 20_000, 'it never came to be so');
      await this.clock.advance(stepMs);
    }
  }
}

test('a receiver that is down an hour gets everything within minutes of its return, in order, with few attempts meanwhile', async (t) => {
  const site = await Site.open(t);
  const { recorder, clock } = site;
  recorder.answer = () => failed;
  for (let number = 1; number <= 100; number++)
    for (const kind of ['started', 'took-off', 'landed']) await site.happen(kind, number);
  await site.until(() => clock.now() >= noon + hour, 10_000);
  const wasted = recorder.attempts.length;
  assert.ok(wasted < 100, `${wasted} attempts`);
  assert.ok(new Set(recorder.types).size === 1, 'nothing but the first of each flight was tried');
  recorder.attempts.length = 0;
  recorder.answer = () => delivered;
  await site.until(() => recorder.attempts.length === 300, 10_000);
  assert.ok(clock.now() - noon - hour < 10 * minute, `${(clock.now() - noon - hour) / minute} minutes`);
  for (let number = 1; number <= 100; number++) {
    const own = recorder.attempts.filter(({ event }) => event.lane === `flight-${number}`);
    assert.deepEqual(
      own.map(({ event }) => event.type),
      ['flight.started', 'flight.takeoff', 'flight.landed'],
    );
  }
});

test('1,000 flights at once, a receiver that fails at random, and stops in between: nothing lost, in order, ids stable', async (t) => {
  const site = await Site.open(t);
  const { recorder } = site;
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const done = new Map<string, string[]>();
  const ids = new Map<string, Set<string>>();
  recorder.answer = ({ event }) => {
    const key = `${event.lane} ${event.type}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(event.id));
    // Read and not answered: the receiver has it, and it is sent again.
    const outcome = random();
    if (outcome > 0.1) done.set(event.lane, [...new Set([...(done.get(event.lane) ?? []), event.type])]);
    return outcome > 0.2 ? delivered : failed;
  };
  const kinds = ['started', 'took-off', 'landed', 'cancelled'];
  for (const kind of kinds) {
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => site.happen(kind, index + 1)));
    await site.clock.advance(500);
    await site.webhooks.close();
    await site.begin();
  }
  await site.until(() => site.reader.counts('ep_one').waiting === 0, 5_000);
  const types = ['flight.started', 'flight.takeoff', 'flight.landed', 'flight.cancelled'];
  assert.equal(done.size, 1_000);
  for (const [lane, own] of done) assert.deepEqual(own, types, lane);
  assert.ok([...ids.values()].every(({ size }) => size === 1));
  assert.ok(recorder.maxUnderWay <= 4, `${recorder.maxUnderWay} at once`);
  assert.deepEqual(site.errors, []);
});

test('one event that the receiver refuses is set aside after three days; later ones of the flight go on, and it can be sent again', async (t) => {
  const site = await Site.open(t);
  const { recorder, clock } = site;
  recorder.answer = ({ event }) => (event.type === 'flight.started' && event.lane === 'flight-1' ? failed : delivered);
  await site.happen('started');
  await site.happen('landed');
  await site.until(() => recorder.attempts.length > 3, minute);
  assert.deepEqual(new Set(recorder.types), new Set(['flight.started']));
  // It holds up no other flight.
  await site.happen('started', 2);
  await site.until(() => recorder.types.filter((type) => type === 'flight.started').length > 4, 1_000);
  await site.until(() => site.setAside.length === 1, 10 * minute);
  await site.until(() => recorder.types.at(-1) === 'flight.landed', minute);
  const days = (clock.now() - noon) / (24 * hour);
  assert.ok(days >= 3 && days < 3.3, `${days} days`);
  const { length } = recorder.attempts;
  assert.ok(length < 40, `${length} attempts`);
  const { waiting, setAside, last } = site.reader.counts('ep_one');
  assert.deepEqual([waiting, setAside, last?.status], [0, 1, 204]);
  recorder.answer = () => delivered;
  assert.equal(site.webhooks.resend('ep_one', 'set-aside'), 1);
  await clock.advance(0);
  assert.equal(recorder.types.at(-1), 'flight.started');
  assert.equal(recorder.attempts.at(-1)?.event.id, recorder.attempts[0]?.event.id);
});

for (const [failures, setAside] of [
  [4, []],
  [5, ['flight.started']],
] as const)
  test(`of days without the server: an event that fails ${failures} times is tried again after each wait, and set aside after five`, async (t) => {
    const site = await Site.open(t);
    const { recorder, clock } = site;
    await site.webhooks.close();
    await site.happen('started');
    await clock.leap(5 * 24 * hour);
    recorder.answer = () => (recorder.attempts.length <= failures ? failed : delivered);
    await site.begin();
    await site.until(() => recorder.attempts.length >= 5 && site.reader.counts('ep_one').waiting === 0, 1_000);
    assert.deepEqual(site.setAside, setAside);
    const times = recorder.attempts.map(({ at }) => at / 1_000);
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    assert.deepEqual(waits, [5, 30, 120, 600]);
    assert.deepEqual(
      recorder.attempts.map(({ number }) => number),
      [1, 2, 3, 4, 5],
    );
  });

test('a receiver that asks for a pause gets it, for all flights', async (t) => {
  const site = await Site.open(t);
  const { recorder, clock } = site;
  recorder.answer = () =>
    recorder.attempts.length === 1 ? { kind: 'failed', exchange, retryAfterMs: 90_000, holdsAll: true } : delivered;
  await site.happen('started', 1);
  await site.until(() => recorder.attempts.length === 1, 10);
  const askedAt = clock.now();
  await site.happen('started', 2);
  await clock.advance(89_000);
  assert.equal(recorder.attempts.length, 1);
  await site.until(() => recorder.attempts.length === 3, 100);
  assert.ok(clock.now() - askedAt < 92_000);
});

test('what a sender keeps for a flight is given to the next event of that flight', async (t) => {
  const site = await Site.open(t);
  const { recorder, clock } = site;
  recorder.answer = ({ event }) => ({
    ...delivered,
    ...(event.type === 'flight.started' && { memory: `post of ${event.lane}` }),
  });
  for (const kind of ['started', 'landed', 'cancelled']) await site.happen(kind);
  await site.happen('landed', 2);
  await site.until(() => recorder.attempts.length === 4, 10);
  await clock.advance(0);
  assert.deepEqual(
    recorder.attempts.filter(({ event }) => event.lane === 'flight-1').map(({ memory }) => memory),
    [null, 'post of flight-1', 'post of flight-1'],
  );
  assert.equal(recorder.attempts.find(({ event }) => event.lane === 'flight-2')?.memory, null);
});

test('a sender that fails by a bug, or hangs, is no end: the event comes again', async (t) => {
  const site = await Site.open(t);
  const { recorder } = site;
  recorder.answer = ({ signal }) => {
    if (recorder.attempts.length === 1) throw new Error('a bug');
    if (recorder.attempts.length > 2) return delivered;
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed)));
  };
  await site.happen('started');
  await site.until(() => recorder.attempts.length === 2, 1_000);
  assert.equal(site.errors.length, 1);
  await site.webhooks.close();
  await site.begin();
  await site.until(() => site.reader.counts('ep_one').waiting === 0, 1_000);
  assert.equal(recorder.attempts.at(-1)?.number, 1, 'what was given up is no attempt');
});

test('a journal that was restored alone, whose numbers begin again, is followed from its end', async (t) => {
  const site = await Site.open(t);
  const { recorder } = site;
  for (const kind of ['started', 'landed', 'cancelled']) await site.happen(kind);
  await site.until(() => site.reader.counts('ep_one').waiting === 0 && recorder.attempts.length === 3, 10);
  await site.webhooks.close();
  site.journal = await openSample(temporaryDirectory(t), { clock: site.clock });
  await site.begin();
  // Number 1 once more, and another event.
  await site.clock.advance(1_000);
  await site.happen('started');
  await site.until(() => recorder.attempts.length === 4, 10);
  assert.equal(new Set(recorder.attempts.map(({ event }) => event.id)).size, 4);
});

test('a database that takes no writes ends neither a timer nor what tells of the crew center', async (t) => {
  const site = await Site.open(t);
  const { database, webhooks, clock } = site;
  database.exec('PRAGMA query_only = 1');
  webhooks.noteCrewCenter('no connection');
  assert.equal(site.errors.length, 1);
  await clock.advance(hour);
  assert.ok(site.errors.length > 1);
  database.exec('PRAGMA query_only = 0');
  webhooks.noteCrewCenter('no connection');
  await site.until(() => site.recorder.types.includes('crew_center.lost'), 1_000);
});
