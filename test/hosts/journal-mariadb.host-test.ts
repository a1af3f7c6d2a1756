// needs: mariadb
import { after, before } from 'node:test';
import type { Journal } from '../../src/journal/journal.ts';
import type { MysqlEngine } from '../../src/journal/mysql/engine.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { Secret } from '../../src/lib/secret.ts';
import { noon } from '../journal/suite/samples.ts';
import type { JournalWorld, OpenOptions } from '../journal/suite/world.ts';
import { journalSuite } from '../journal/suite.ts';
import { ManualClock } from '../manual-clock.ts';
import { type Line, openLine } from './line.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

const never = 2 ** 30;
const user = 'tracker';
const database = 'journal';

let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict, 'durable');
  // Not root, who may write even when the server is read-only.
  await server.run(`CREATE USER ${user}@localhost`);
  await server.createDatabase(database, '');
  await server.run(`GRANT ALL ON ${database}.* TO ${user}@localhost`);
});
after(() => server[Symbol.asyncDispose]());

journalSuite('MariaDB', openWorld, { storage: true });

/** An engine of its own for each opening, as each run of a server has one. */
async function openWorld(): Promise<JournalWorld> {
  await empty();
  const clock = new ManualClock(noon);
  const opened: { readonly engine: MysqlEngine; readonly line: Line }[] = [];
  return {
    clock,
    async open(options = {}) {
      const { server: place } = server.address(database);
      const line = await openLine('socketPath' in place ? place.socketPath : '');
      const engine = await openMysqlEngine({
        hosts: [{ socketPath: line.path }],
        user,
        password: new Secret(''),
        database,
        clock,
        ...limitsOf(options),
      });
      opened.push({ engine, line });
      return takePartition(engine);
    },
    async kill() {
      opened.at(-1)?.line.cut();
    },
    storage: {
      fail: () => server.run('SET GLOBAL read_only = ON'),
      heal: () => server.run('SET GLOBAL read_only = OFF'),
    },
    async dispose() {
      await server.run('SET GLOBAL read_only = OFF');
      for (const { engine, line } of opened) {
        await engine.close();
        await line[Symbol.asyncDispose]();
      }
    },
  };
}

/** Deletes the rows of the case before; the tables stay, because making them takes much longer than a case. */
async function empty(): Promise<void> {
  const sql = openMysql(server.address(database));
  const names = (await sql.rows('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
  const kept = ['journal_version', 'partitions', 'note_count'];
  for (const name of names) if (!kept.includes(name)) await sql.run(`DELETE FROM ${name}`);
  await sql.close();
}

function limitsOf({ isPatient, queueRows }: OpenOptions) {
  const commitWindowMs = isPatient === true ? never : 0;
  return queueRows === undefined ? { commitWindowMs } : { commitWindowMs, queueRows };
}

/** Takes the lease, as a server does that starts. */
async function takePartition(engine: MysqlEngine): Promise<Journal> {
  await engine.database.run('UPDATE partitions SET epoch = epoch + 1 WHERE id = 0');
  const [row] = await engine.database.rows('SELECT epoch FROM partitions WHERE id = 0');
  return engine.openPartition(0, Number(row?.epoch));
}
