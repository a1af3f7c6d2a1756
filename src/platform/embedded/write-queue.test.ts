import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { isUnreachable } from '../../lib/sqlite.ts';
import type { CrewCenterEvent } from './events.ts';
import type { PirepEvent } from './pirep-events.ts';
import { WriteQueue } from './write-queue.ts';

function open() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE a (x integer UNIQUE)');
  const delivered: CrewCenterEvent[] = [];
  const recorded: CrewCenterEvent[] = [];
  const record = (events: readonly CrewCenterEvent[]) => {
    assert.equal(database.isTransaction, true, 'recorded after the commit');
    recorded.push(...events);
  };
  const queue = new WriteQueue(database, record, (event) => {
    assert.equal(database.isTransaction, false, 'delivered before the commit');
    assert.ok(recorded.includes(event), 'delivered and not recorded');
    delivered.push(event);
  });
  const insert = (x: number) => database.prepare('INSERT INTO a VALUES (?)').run(x);
  const rows = () =>
    database
      .prepare('SELECT x FROM a ORDER BY x')
      .all()
      .map((row) => row.x);
  return { database, queue, delivered, insert, rows };
}

const event: PirepEvent = { name: 'PirepFiled', at: 0, pirep: {} as PirepEvent['pirep'] };

test('writes of one turn share a commit, in order', async () => {
  const { database, queue, insert, rows } = open();
  const inTransaction: boolean[] = [];
  const work = (x: number) => () => {
    inTransaction.push(database.isTransaction);
    insert(x);
    return x;
  };
  assert.deepEqual(await Promise.all([queue.write(work(1)), queue.write(work(2))]), [1, 2]);
  assert.deepEqual(inTransaction, [true, true]);
  assert.deepEqual(rows(), [1, 2]);
});

test('one that fails takes nothing of the others, and its events are not delivered', async () => {
  const { queue, delivered, insert, rows } = open();
  const good = queue.write((emit) => {
    insert(1);
    emit(event);
  });
  const bad = queue.write((emit) => {
    insert(2);
    emit(event);
    insert(1);
  });
  const last = queue.write(() => insert(3));
  await assert.rejects(bad, /UNIQUE/);
  await Promise.all([good, last]);
  assert.deepEqual(rows(), [1, 3]);
  assert.equal(delivered.length, 1);
});

test('when the commit fails, all are delivered so and nothing is there', async () => {
  const { database, queue, delivered, insert } = open();
  const works = [1, 2].map((x) =>
    queue.write((emit) => {
      insert(x);
      emit(event);
    }),
  );
  database.close();
  for (const work of works) await assert.rejects(work, /not open/);
  assert.deepEqual(delivered, []);
});

test('much at once is written in several commits, with turns for others between them', async () => {
  const { queue, insert, rows } = open();
  let turns = 0;
  const ticking = setInterval(() => turns++, 0);
  const spend = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  const works = Array.from({ length: 20 }, (_, x) =>
    queue.write(() => {
      spend(5);
      insert(x);
    }),
  );
  await Promise.all(works);
  clearInterval(ticking);
  assert.equal(rows().length, 20);
  assert.ok(turns >= 5, `only ${turns} turns for others`);
});

test('only what is to last waits for the disk, and whatever shares its commit', async () => {
  const { database, queue, insert } = open();
  const modes: unknown[] = [];
  const work = (x: number) => () => {
    modes.push(database.prepare('PRAGMA synchronous').get()?.synchronous);
    insert(x);
  };
  database.exec('PRAGMA synchronous = FULL');
  await queue.write(work(1), false);
  await queue.write(work(2));
  await Promise.all([queue.write(work(3), false), queue.write(work(4))]);
  const [normal, full] = [1, 2];
  assert.deepEqual(modes, [normal, full, full, full]);
});

test('a statement of the transaction itself that fails, done or not, fails the batch with its own error, and the next one works', async () => {
  for (const word of ['BEGIN', 'SAVEPOINT', 'RELEASE', 'COMMIT'])
    for (const isDone of [false, true]) {
      const { database, queue, insert, rows } = open();
      const { exec } = database;
      let isBroken = true;
      database.exec = (sql) => {
        const breaks = isBroken && sql.startsWith(word);
        if (!breaks || isDone) exec.call(database, sql);
        if (!breaks) return;
        isBroken = false;
        throw new Error('disk I/O error');
      };
      await assert.rejects(
        queue.write(() => insert(1)),
        /disk I\/O error/,
        word,
      );
      await queue.write(() => insert(2));
      assert.ok(rows().includes(2), word);
      assert.equal(database.isTransaction, false, word);
    }
});

test('a disk that is full within a write fails the batch with the disk’s own error, and the next one works', async () => {
  const { database, queue, insert, rows } = open();
  database.exec('CREATE TABLE big (x blob)');
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages + 20}`);
  const small = queue.write(() => insert(1));
  const large = queue.write(() => database.exec('INSERT INTO big VALUES (zeroblob(1000000))'));
  for (const each of [small, large])
    await assert.rejects(each, (error) => isUnreachable(error) && /disk is full/.test(String(error)));
  assert.equal(database.isTransaction, false);
  await queue.write(() => insert(2));
  assert.deepEqual(rows(), [2]);
});

for (const count of [1, 3])
  test(`writes that came while another connection wrote are made afterwards: ${count}`, async () => {
    const { queue, insert, rows } = open();
    const writes: Promise<unknown>[] = [];
    await queue.hold(async () => {
      for (let x = 1; x <= count; x++) writes.push(queue.write(() => insert(x)));
      await new Promise(setImmediate);
      assert.deepEqual(rows(), [], 'written meanwhile');
    });
    await new Promise(setImmediate);
    assert.equal(rows().length, count);
    await Promise.all(writes);
  });
