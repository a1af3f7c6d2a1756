// needs: mariadb
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Journal } from '../../src/journal/journal.ts';
import { type MysqlEngine, type MysqlEngineOptions, PartitionFencedError } from '../../src/journal/mysql/engine.ts';
import { MysqlLeaseTable } from '../../src/journal/mysql/lease-table.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { Secret } from '../../src/lib/secret.ts';
import { noon, sampleFlight, samplePosition } from '../journal/suite/samples.ts';
import { ManualClock } from '../manual-clock.ts';
import { until } from '../until.ts';
import { type Line, openLine } from './line.ts';
import { type Mariadb, sqlModes, startMariadb } from './mariadb.ts';

const refused = { code: 'journal-full' };
let server: Mariadb;
before(async () => {
  server = await startMariadb(sqlModes.strict, 'durable');
});
after(() => server[Symbol.asyncDispose]());
test.beforeEach(() => server.createDatabase('journal', ''));

/** An engine that reaches the server by these lines, as if each led to a node of its own. */
async function engineOver(lines: readonly Line[], more: Partial<MysqlEngineOptions> = {}): Promise<MysqlEngine> {
  const hosts = lines.map(({ path }) => ({ socketPath: path }));
  const { user, password } = server.address('journal');
  const clock = new ManualClock(noon);
  return openMysqlEngine({ hosts, user, password, database: 'journal', clock, commitWindowMs: 0, ...more });
}

const line = () => openLine((server.address('journal').server as { socketPath: string }).socketPath);

async function take(engine: MysqlEngine, partition: number): Promise<number> {
  await engine.database.run('UPDATE partitions SET epoch = epoch + 1 WHERE id = ?', [partition]);
  const [row] = await engine.database.rows('SELECT epoch FROM partitions WHERE id = ?', [partition]);
  return Number(row?.epoch);
}

async function takeAndOpen(engine: MysqlEngine, partition: number, onFenced = () => {}): Promise<Journal> {
  return engine.openPartition(partition, await take(engine, partition), { onFenced });
}

const seqs = async (journal: Journal) =>
  (await journal.readReports(1)).map((report) => (report.kind === 'position' ? report.position.seq : null));

test('an owner whose lease was taken stores nothing from then on, and its other partitions go on', async () => {
  await using first = await line();
  const old = await engineOver([first]);
  const young = await engineOver([first]);
  let fenced = 0;
  const lost = await takeAndOpen(old, 3, () => fenced++);
  const kept = await takeAndOpen(old, 4);
  for (const journal of [lost, kept]) await journal.saveFlight(sampleFlight(1));
  const heir = await takeAndOpen(young, 3);
  const late = lost.appendPositions(1, [samplePosition(1)]);
  const other = kept.appendPositions(1, [samplePosition(1)]);
  await assert.rejects(late.durable, refused);
  await other.durable;
  assert.equal(fenced, 1);
  await assert.rejects(lost.saveNote('any', 'thing'), refused);
  assert.throws(() => lost.appendPositions(1, [samplePosition(2)]), refused);
  assert.deepEqual([await seqs(heir), await seqs(kept)], [[], [1]]);
  await heir.appendPositions(1, [samplePosition(7)]).durable;
  assert.deepEqual(await seqs(heir), [7]);
  await Promise.all([old.close(), young.close()]);
});

test('what a server stores is counted over all its partitions, and a transaction once', async () => {
  await using first = await line();
  const engine = await engineOver([first]);
  const journals = [await takeAndOpen(engine, 1), await takeAndOpen(engine, 2)];
  await Promise.all(journals.map((journal) => journal.appendPositions(1, [samplePosition(1)]).durable));
  const { bytes, ...counts } = engine.stats();
  assert.deepEqual(counts, { commits: 1, rows: 2, failures: 0, queuedRows: 0 });
  assert.ok(bytes > 25 * 16_384, `${bytes}`);
  await engine.database.run('RENAME TABLE reports TO reports_away');
  await assert.rejects(journals[0]?.appendPositions(1, [samplePosition(2)]).durable ?? Promise.resolve(), refused);
  assert.equal(engine.stats().failures, 1);
  await engine.close();
});

test('a partition is not opened under another epoch, and only once at a time', async () => {
  await using first = await line();
  const engine = await engineOver([first]);
  const epoch = await take(engine, 5);
  await assert.rejects(engine.openPartition(5, epoch - 1), PartitionFencedError);
  const journal = await engine.openPartition(5, epoch);
  await assert.rejects(engine.openPartition(5, epoch), /is open/);
  await journal.close();
  await (await engine.openPartition(5, epoch)).close();
  await engine.close();
});

test('signs of life do not wait for reads', async () => {
  await using first = await line();
  const engine = await engineOver([first]);
  // Three times as many as there are connections for reads.
  let read = 0;
  const reads = Array.from({ length: 12 }, async () => {
    await engine.database.rows('SELECT SLEEP(2) AS slept');
    read += 1;
  });
  const server = { id: 'one', address: 'http://10.0.0.1:8788', version: '1.0.0' };
  for (let beat = 0; beat < 3; beat += 1)
    await new MysqlLeaseTable(engine.leases, 1_000).beat(server, { isLeaving: false, unheard: [] });
  assert.ok(read < 8, `${read} reads came first`);
  await Promise.all(reads);
  await engine.close();
});

test('a server that stored nothing for so long that its row was deleted stores again, once', async () => {
  await using first = await line();
  await using second = await line();
  const engine = await engineOver([first, second]);
  const journal = await takeAndOpen(engine, 6);
  await engine.database.run('DELETE FROM writers');
  await journal.saveFlight(sampleFlight(1));
  await engine.database.run('DELETE FROM writers');
  first.cutAt('COMMIT', 'answered');
  await journal.appendPositions(1, [samplePosition(1)]).durable;
  assert.deepEqual(await seqs(journal), [1]);
  await engine.close();
});

for (const when of ['before', 'answered'] as const) {
  test(`a commit whose connection is lost ${when === 'before' ? 'before it arrives' : 'with its answer'} is stored once`, async () => {
    await using first = await line();
    await using second = await line();
    const engine = await engineOver([first, second]);
    const journal = await takeAndOpen(engine, 0);
    await journal.saveFlight(sampleFlight(1), { kind: 'started', at: noon });
    first.cutAt('COMMIT', when);
    await journal.appendPositions(1, [samplePosition(1), samplePosition(2)]).durable;
    await journal.saveFlight(sampleFlight(1), { kind: 'suspended', at: noon });
    assert.deepEqual(await seqs(journal), [1, 2]);
    assert.deepEqual(
      (await journal.changes.read(0, 9)).map(({ number, kind }) => `${number} ${kind}`),
      ['1 started', '2 suspended'],
    );
    assert.equal(journal.stats().commits, 3);
    await engine.close();
  });
}

test('an unclear commit of an owner whose lease was taken meanwhile is known to be stored, or not', async () => {
  for (const when of ['before', 'answered'] as const) {
    await server.createDatabase('journal', '');
    await using first = await line();
    await using other = await line();
    const old = await engineOver([first]);
    const young = await engineOver([other]);
    const journal = await takeAndOpen(old, 0);
    await journal.saveFlight(sampleFlight(1));
    first.cutAt('COMMIT', when);
    const { durable } = journal.appendPositions(1, [samplePosition(1)]);
    const settled = durable.then(
      () => 'stored',
      ({ code }) => code,
    );
    await until(() => first.wasCut);
    first.cut();
    const heir = await takeAndOpen(young, 0);
    first.mend();
    assert.equal(await settled, when === 'before' ? 'journal-full' : 'stored');
    assert.deepEqual(await seqs(heir), when === 'before' ? [] : [1]);
    await Promise.all([old.close(), young.close()]);
  }
});

test('when a node is gone the next one is used; without any, what comes is refused until one is back', async () => {
  await using first = await line();
  await using second = await line();
  const said: string[] = [];
  const logger = {
    info: (_: object, text: string) => said.push(text),
    error: (_: object, text: string) => said.push(text),
  };
  const engine = await engineOver([first, second], { logger });
  const journal = await takeAndOpen(engine, 0);
  await journal.saveFlight(sampleFlight(1));
  first.cut();
  await journal.appendPositions(1, [samplePosition(1)]).durable;
  assert.deepEqual(await seqs(journal), [1]);
  second.cut();
  await assert.rejects(journal.appendPositions(1, [samplePosition(2)]).durable, refused);
  await assert.rejects(journal.readReports(1), refused);
  await assert.rejects(journal.readFlight({ flightId: 'flight-1' }), refused);
  first.mend();
  await journal.appendPositions(1, [samplePosition(3)]).durable;
  assert.deepEqual(await seqs(journal), [1, 3]);
  assert.ok(said.includes('the journal continues on another node'));
  assert.equal(said.filter((text) => /cannot be stored/.test(text)).length, 1);
  assert.equal(said.filter((text) => /stored again/.test(text)).length, 1);
  await engine.close();
});

test('a node that would lose acknowledged reports is refused with a sentence, and so are tables of a newer version', async () => {
  await using first = await line();
  await (await engineOver([first])).close();
  await server.run('SET GLOBAL innodb_flush_log_at_trx_commit = 2');
  await assert.rejects(engineOver([first]), /innodb_flush_log_at_trx_commit is not 1.*Set it to 1/);
  await server.run('SET GLOBAL innodb_flush_log_at_trx_commit = 1');
  await server.run('UPDATE journal.journal_version SET version = 9');
  await (await engineOver([first])).close();
  await server.run('UPDATE journal.journal_version SET usable_from = 9');
  await assert.rejects(engineOver([first]), /tables of version 9.*Use the newer version/);
});

test('a commit needs no lock on the partitions of another server', async () => {
  await using first = await line();
  const engine = await engineOver([first]);
  const own: Journal[] = [];
  for (let partition = 0; partition < 64; partition += 2) own.push(await takeAndOpen(engine, partition));
  const other = openMysql(server.address('journal'));
  await other.session(async (session) => {
    await session.run('START TRANSACTION');
    for (let id = 1; id < 64; id += 2) await session.run('UPDATE partitions SET n = n + 1 WHERE id = ?', [id]);
    // One that waited for a lock would fail: this transaction ends after them.
    await Promise.all(own.map((journal) => journal.saveFlight(sampleFlight(1))));
    await Promise.all(own.map((journal) => journal.appendPositions(1, [samplePosition(1)]).durable));
    await session.run('ROLLBACK');
  });
  await Promise.all([other.close(), engine.close()]);
});

test('a backup is refused with the tools that make one', async () => {
  await using first = await line();
  const engine = await engineOver([first]);
  const journal = await takeAndOpen(engine, 0);
  await assert.rejects(journal.backup('copy.sqlite'), /mariadb-backup or mariadb-dump, see docs\/backups\.md/);
  await engine.close();
});

test('a write that the database refuses fails alone', async () => {
  await using first = await line();
  const engine = await engineOver([first]);
  const [one, two] = [await takeAndOpen(engine, 1), await takeAndOpen(engine, 2)];
  const pilot = { id: 'x'.repeat(300), ident: 'X', name: 'X' };
  const bad = one.saveFlight(sampleFlight(1, { pilot }));
  const good = two.saveFlight(sampleFlight(1));
  await assert.rejects(bad, /refused a write/);
  await good;
  assert.equal(await one.readFlight({ flightId: 'flight-1' }), null);
  await engine.close();
});

test('a note of another server is known within a second', async () => {
  await using first = await line();
  const clock = new ManualClock(noon);
  const [here, there] = [await engineOver([first]), await engineOver([first], { clock })];
  const [writer, reader] = [await takeAndOpen(here, 1), await takeAndOpen(there, 2)];
  await writer.saveNote('settings', 'a');
  await writer.saveNote('gone', 'b');
  await clock.advance(1_000);
  await until(() => reader.readNote('settings') === 'a' && reader.readNote('gone') === 'b');
  await reader.saveNote('settings', 'c');
  await writer.saveNote('gone', null);
  await clock.advance(1_000);
  await until(() => reader.readNote('gone') === null);
  assert.equal(reader.readNote('settings'), 'c');
  await Promise.all([here.close(), there.close()]);
});

test('numbers of flights differ between partitions and go up with time', async () => {
  await using first = await line();
  const clock = new ManualClock(noon);
  const engine = await engineOver([first], { clock });
  const journals = [await takeAndOpen(engine, 0), await takeAndOpen(engine, 1), await takeAndOpen(engine, 63)];
  const early = journals.flatMap((journal) => [1, 2, 3].map(() => journal.nextFlightNumber()));
  clock.set(noon + 4_000);
  const late = journals.map((journal) => journal.nextFlightNumber());
  assert.equal(new Set([...early, ...late]).size, 12);
  assert.ok(Math.max(...early) < Math.min(...late));
  await engine.close();
});

/** A password is asked for in vain: nothing of it is in the error. */
test('the password is in no error', async () => {
  await using first = await line();
  const password = new Secret('correct horse');
  await assert.rejects(engineOver([first], { user: 'nobody', password }), (error: Error) => {
    return !`${error.message} ${error.stack}`.includes('correct horse');
  });
});
