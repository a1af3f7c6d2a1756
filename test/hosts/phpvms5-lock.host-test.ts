// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { locked } from '../../src/platform/phpvms5/lock.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.empty);
  await server.createDatabase('crew', '');
});
after(() => server[Symbol.asyncDispose]());

const open = () => openMysql(server.address('crew'));
const patience = 'SELECT @@SESSION.wait_timeout AS seconds';

test('the database frees the lock of a connection on which nothing comes any more', async () => {
  const vanished = open();
  const heir = open();
  const silence = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const holding = vanished.session((session) =>
    locked(
      session,
      'tracker:1',
      'busy',
      async () => {
        taken.resolve();
        await silence.promise;
      },
      1,
    ),
  );
  await taken.promise;
  // It waits for 5 s itself: the connection above has said nothing for longer than it may by then.
  const result = await heir.session((session) => locked(session, 'tracker:1', 'busy', async () => 'filed'));
  assert.equal(result, 'filed');
  silence.resolve();
  await holding.catch(() => undefined);
  await Promise.all([vanished.close(), heir.close()]);
});

test('a connection waits as before once it has given the lock back, or did not get it', async () => {
  const sql = open();
  const other = open();
  await sql.session(async (session) => {
    const [before] = await session.rows(patience);
    const within = await locked(session, 'tracker:2', 'busy', async () => {
      const refused = other.session(async (second) => {
        const [usual] = await second.rows(patience);
        await assert.rejects(
          locked(second, 'tracker:2', 'busy', async () => undefined),
          (error) => isRefusal(error, 'crew-center-unavailable'),
        );
        assert.deepEqual(await second.rows(patience), [usual]);
      });
      const [row] = await session.rows(patience);
      await refused;
      return Number(row?.seconds);
    });
    assert.equal(within, 30);
    assert.deepEqual(await session.rows(patience), [before]);
  });
  await Promise.all([sql.close(), other.close()]);
});

test('a transaction on which nothing comes any more keeps its rows for a minute at most', async () => {
  const sql = open();
  const [row] = await sql.rows('SELECT @@SESSION.idle_transaction_timeout AS seconds');
  assert.equal(Number(row?.seconds), 60);
  await sql.close();
});
