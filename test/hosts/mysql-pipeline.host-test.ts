// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import type { Mysql } from '../../src/lib/mysql.ts';
import { defaultMysqlLimits } from '../../src/lib/mysql.ts';
import { DatabaseUnavailable } from '../../src/lib/mysql-failures.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { noon, sampleFlight, samplePosition } from '../journal/suite/samples.ts';
import { ManualClock } from '../manual-clock.ts';
import { until } from '../until.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

let server: Mariadb;
let mysql: Mysql;
before(async () => {
  server = await startMariadb(sqlModes.strict, 'durable');
  await server.createDatabase('pipeline', 'CREATE TABLE t (id INT PRIMARY KEY, x TEXT);\n');
  mysql = openMysql(
    server.address('pipeline'),
    { ...defaultMysqlLimits, connections: 1 },
    { isPipelined: true, preparedStatements: 5 },
  );
});
after(async () => {
  await mysql.close();
  await server[Symbol.asyncDispose]();
});
test.beforeEach(() => mysql.run('DELETE FROM t'));

const outcome = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? result.value : (result.reason as { code?: string }).code;

test('statements that are asked for at once are answered each, in their order', async () => {
  // Twice: the first time they are prepared, which is not sent ahead.
  for (const from of [0, 100])
    await mysql.session(async (session) => {
      const insert = (id: number) => session.run('INSERT INTO t (id, x) VALUES (?, ?)', [from + id, 'y'.repeat(id)]);
      const read = () => session.rows('SELECT count(*) AS count, max(length(x)) AS most FROM t WHERE id > ?', [from]);
      const results = await Promise.all([insert(1), read(), insert(20_000), insert(3), read()]);
      assert.deepEqual(results[1], [{ count: '1', most: '1' }]);
      assert.deepEqual(results[4], [{ count: '3', most: '20000' }]);
      assert.deepEqual(
        [0, 2, 3].map((index) => (results[index] as { affectedRows: number }).affectedRows),
        [1, 1, 1],
      );
      await session.run('DELETE FROM t');
    });
});

test('one that fails has its own error, and those behind it are done', async () => {
  for (const from of [0, 100]) {
    const ids = [1, 2, 2, 3].map((id) => from + id);
    const results = await mysql.session((session) =>
      Promise.allSettled(ids.map((id) => session.run('INSERT INTO t (id, x) VALUES (?, NULL)', [id]))),
    );
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? 'done' : outcome(result))),
      ['done', 'done', 'ER_DUP_ENTRY', 'done'],
    );
  }
  assert.equal((await mysql.rows('SELECT id FROM t')).length, 6);
});

test('COMMIT and ROLLBACK wait for what was asked before, and what comes behind waits for them', async () => {
  await mysql.run('INSERT INTO t (id, x) VALUES (?, NULL)', [0]);
  await mysql.session(async (session) => {
    const insert = (id: number) => session.run('INSERT INTO t (id, x) VALUES (?, NULL)', [id]);
    await Promise.all([session.run('START TRANSACTION'), insert(1), insert(2), session.run('ROLLBACK'), insert(3)]);
    assert.deepEqual(await session.rows('SELECT id FROM t'), [{ id: 0 }, { id: 3 }]);
  });
});

test('more statements than a connection keeps prepared are answered too', async () => {
  await mysql.session(async (session) => {
    for (let round = 0; round < 3; round++) {
      const numbers = Array.from({ length: 12 }, (_, index) => index);
      const rows = await Promise.all(numbers.map((n) => session.rows(`SELECT ? + ${n} AS sum`, [1])));
      assert.deepEqual(
        rows.map(([row]) => Number(row?.sum)),
        numbers.map((n) => n + 1),
      );
    }
  });
});

test('when the connection ends all that were sent are refused, and the next ones have another', async () => {
  const insert = "INSERT INTO t (id, x) VALUES (?, 'z')";
  await mysql.run(insert, [0]);
  const results = await mysql.session(async (session) => {
    await session.rows('SELECT SLEEP(?) AS slept', [0]);
    const [row] = await session.rows('SELECT CONNECTION_ID() AS id');
    const all = Promise.allSettled([
      session.rows('SELECT SLEEP(?) AS slept', [9]),
      session.run(insert, [1]),
      session.run(insert, [2]),
    ]);
    await server.run(`KILL CONNECTION ${Number(row?.id)}`);
    return all;
  });
  for (const result of results)
    assert.ok(result.status === 'rejected' && result.reason instanceof DatabaseUnavailable, JSON.stringify(result));
  assert.deepEqual(await mysql.rows('SELECT id FROM t'), [{ id: 0 }]);
});

test('behind a statement that is not answered in time nothing waits', async () => {
  const limits = { ...defaultMysqlLimits, connections: 1, statementTimeoutMs: 1_500 };
  const statements = ['SET SESSION innodb_lock_wait_timeout = 1'];
  const hasty = openMysql(server.address('pipeline'), limits, { isPipelined: true, statements });
  const [insert, sleep] = ["INSERT INTO t (id, x) VALUES (?, 'z')", 'SELECT SLEEP(?) AS slept'];
  await hasty.run(insert, [1]);
  await hasty.rows(sleep, [0]);
  await mysql.session(async (other) => {
    await other.run('START TRANSACTION');
    await other.run(insert, [2]);
    await hasty.session(async (session) => {
      const [locked, silent] = await Promise.allSettled([session.run(insert, [2]), session.rows(sleep, [30])]);
      assert.equal(outcome(locked), 'ER_LOCK_WAIT_TIMEOUT');
      assert.ok(silent.status === 'rejected' && (silent.reason as DatabaseUnavailable).endsConnection);
      await assert.rejects(session.run('ROLLBACK'), { code: 'CONNECTION_GIVEN_UP' });
    });
    await other.run('ROLLBACK');
  });
  assert.deepEqual(await hasty.rows('SELECT id FROM t'), [{ id: 1 }], 'the next one has another connection');
  await hasty.close();
});

test('nothing of a transaction that another one undoes is stored, although what was sent with it goes on', async () => {
  await server.createDatabase('journal', '');
  const { server: place, ...login } = server.address('journal');
  const engine = await openMysqlEngine({ hosts: [place], ...login, clock: new ManualClock(noon), commitWindowMs: 0 });
  const journal = await engine.openPartition(3, 0);
  await journal.saveFlight(sampleFlight(1));
  const other = openMysql(server.address('journal'));
  let late = Promise.resolve();
  await other.session(async (session) => {
    await session.run('START TRANSACTION');
    // Of two transactions that wait for each other the one that changed less is undone.
    await session.run('UPDATE partitions SET n = n + 1 WHERE id > 3');
    await session.run('UPDATE writers SET at = at + 1');
    late = journal.appendPositions(1, [samplePosition(1)]).durable;
    late.catch(() => undefined);
    // It has written the row of its partition, and waits to write its number.
    const waiting = "SELECT count(*) AS count FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";
    await until(async () => Number((await engine.database.rows(waiting))[0]?.count) > 0);
    await session.run('UPDATE partitions SET epoch = epoch + 1 WHERE id = 3');
    await session.run('COMMIT');
  });
  await assert.rejects(late, { code: 'journal-full' });
  const [stored] = await engine.database.rows('SELECT count(*) AS count FROM reports');
  assert.equal(Number(stored?.count), 0);
  await Promise.all([other.close(), engine.close()]);
});
