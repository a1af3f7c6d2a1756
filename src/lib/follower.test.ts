import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon, sampleFlight } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';
import { ManualClock } from '../../test/manual-clock.ts';
import type { Journal } from '../journal/journal.ts';
import { Changes, type StoredChange } from '../tracking/flight/changes.ts';
import { type DurableLog, Follower, type Handler } from './follower.ts';

const fail = (error: unknown) => assert.fail(String(error));

/** Lets the writer's thread work until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    assert.ok(turn < 100_000, 'it never came to be so');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface World {
  readonly journal: Journal;
  readonly clock: ManualClock;
  readonly changes: Changes;
  follow(handle: Handler<StoredChange>, onError?: (error: unknown) => void): Follower<StoredChange>;
  happen(kind: string, flight?: number): Promise<void>;
}

async function open(directory: string): Promise<World> {
  const clock = new ManualClock(noon);
  const journal = await openSample(directory, { clock });
  const changes = new Changes(fail);
  return {
    journal,
    clock,
    changes,
    follow: (handle, onError = fail) =>
      new Follower(journal.changes, 'hooks', handle, { clock, onError, listen: (wake) => changes.listen(wake) }),
    async happen(kind, number = 1) {
      const flight = sampleFlight(number);
      await journal.saveFlight(flight, { kind, at: clock.now() });
      changes.notify({ kind: 'started', flight });
    },
  };
}

test('a listener gets every change in order, from its first day on, and those of the time that it was away', async (t) => {
  const directory = temporaryDirectory(t);
  const seen: string[] = [];
  const note: Handler<StoredChange> = ({ kind, flight }) => void seen.push(`${kind} ${flight.id}`);
  const world = await open(directory);
  await world.happen('before its time');
  const follower = world.follow(note);
  await world.happen('started');
  await world.happen('filing', 2);
  await until(() => seen.length === 2);
  await follower.close();
  await world.happen('filed');
  await world.journal.close();
  const later = await open(directory);
  const again = later.follow(note);
  await until(() => seen.length === 3);
  await again.close();
  assert.deepEqual(seen, ['started flight-1', 'filing flight-2', 'filed flight-1']);
});

test('a new listener whose first cursor cannot be stored loses nothing, even if the server dies before it has any', async (t) => {
  const world = await open(temporaryDirectory(t));
  const { journal, clock, changes } = world;
  const errors: unknown[] = [];
  let isFull = true;
  const log: DurableLog<StoredChange> = {
    read: (after, limit) => journal.changes.read(after, limit),
    last: () => journal.changes.last(),
    cursor: (name) => journal.changes.cursor(name),
    saveCursor: (name, number) =>
      isFull ? Promise.reject(new Error('full')) : journal.changes.saveCursor(name, number),
  };
  const listen = (wake: () => void) => changes.listen(wake);
  const options = { clock, listen, onError: (error: unknown) => void errors.push(error) };
  const dead = new Follower(log, 'new', () => assert.fail('it is not to get any'), options);
  await until(() => errors.length === 1);
  isFull = false;
  await clock.advance(1_000);
  await until(() => journal.changes.cursor('new') !== null);
  await dead.close();
  await world.happen('started');
  const seen: string[] = [];
  const heir = new Follower(log, 'new', ({ kind }) => void seen.push(kind), options);
  await until(() => seen.length > 0);
  assert.deepEqual(seen, ['started']);
  await heir.close();
});

test('a change whose listener fails comes again, with growing waits, before any later one', async (t) => {
  const world = await open(temporaryDirectory(t));
  const seen: string[] = [];
  const errors: unknown[] = [];
  let failures = 2;
  const follower = world.follow(
    async ({ kind }) => {
      seen.push(kind);
      if (failures-- > 0) throw new Error('not now');
    },
    (error) => errors.push(error),
  );
  await world.happen('one');
  await world.happen('two');
  await until(() => errors.length === 1);
  await world.clock.advance(999);
  assert.deepEqual(seen, ['one']);
  await world.clock.advance(1);
  await until(() => errors.length === 2);
  await world.clock.advance(1_999);
  assert.deepEqual(seen, ['one', 'one']);
  await world.clock.advance(1);
  await until(() => seen.length === 4);
  assert.deepEqual(seen, ['one', 'one', 'one', 'two']);
  assert.equal(errors.length, 2);
  await follower.close();
});

test('the number of a change is never given out again, and those that all have read go after a month', async (t) => {
  const { journal, clock, happen } = await open(temporaryDirectory(t));
  await happen('old');
  await journal.changes.saveCursor('one', 1);
  await clock.leap(31 * 86_400_000);
  await happen('young');
  await journal.changes.saveCursor('two', 0);
  assert.equal((await journal.changes.read(0, 10)).length, 2);
  await journal.changes.saveCursor('two', 2);
  assert.deepEqual(
    (await journal.changes.read(0, 10)).map(({ number, kind }) => `${number} ${kind}`),
    ['2 young'],
  );
  await journal.changes.saveCursor('two', null);
  assert.equal(journal.changes.cursor('two'), null);
});

test('a listener that is gone for good keeps changes for three months, and no longer', async (t) => {
  const { journal, clock, happen } = await open(temporaryDirectory(t));
  const numbers = async () => (await journal.changes.read(0, 10)).map(({ number }) => number);
  await happen('old');
  await journal.changes.saveCursor('gone', 0);
  await clock.leap(80 * 86_400_000);
  await happen('young');
  await journal.changes.saveCursor('here', 2);
  assert.deepEqual(await numbers(), [1, 2]);
  await clock.leap(11 * 86_400_000);
  await journal.changes.saveCursor('here', 2);
  assert.deepEqual(await numbers(), [2]);
});

test('a handler that hangs holds up the end for five seconds, and its change comes again', async (t) => {
  const world = await open(temporaryDirectory(t));
  const asked: AbortSignal[] = [];
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const hanging = world.follow((_change, signal) => {
    asked.push(signal);
    return never;
  });
  await world.happen('started');
  await until(() => asked.length === 1);
  let isClosed = false;
  const closing = hanging.close().then(() => {
    isClosed = true;
  });
  assert.equal(asked[0]?.aborted, true);
  await world.clock.advance(4_999);
  assert.equal(isClosed, false);
  await world.clock.advance(1);
  await closing;
  const seen: string[] = [];
  const next = world.follow(({ kind }) => void seen.push(kind));
  await until(() => seen.length === 1);
  assert.deepEqual(seen, ['started']);
  // It ends after all: the cursor stays where the next one has it.
  await world.happen('filing');
  await until(() => seen.length === 2);
  await next.close();
  end();
  await world.clock.advance(1_000);
  assert.equal(world.journal.changes.cursor('hooks'), 2);
});
