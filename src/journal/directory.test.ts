import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { samplePosition } from '../../test/journal/suite/samples.ts';
import { openSample, temporaryDirectory } from '../../test/journal-samples.ts';
import { fileName } from './open.ts';

const childFile = join(import.meta.dirname, '../../test/journal/journal-child.ts');

/** A process that holds the directory and writes to it; it has acknowledged something when this settles. */
async function startChild(t: TestContext, directory: string): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, [childFile, directory, '20'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  // One that dies has acknowledged nothing: else this would wait for ever.
  await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => assert.fail('it has died'))]);
  return { child, output: () => text };
}

const inUse = (directory: string) => (error: Error) =>
  error.name === 'DataDirectoryError' && error.message.includes(directory) && error.message.includes('in use');

test('a directory is of one process; kill -9 frees it and loses nothing that was acknowledged', async (t) => {
  const directory = temporaryDirectory(t);
  const { child, output } = await startChild(t, directory);
  await assert.rejects(openSample(directory), inUse(directory));
  const closed = once(child, 'close');
  while (output().length < 2000 && child.exitCode === null)
    await Promise.race([once(child.stdout ?? child, 'data'), closed]);
  child.kill('SIGKILL');
  assert.deepEqual(await closed, [null, 'SIGKILL']);
  const journal = await openSample(directory);
  const stored = new Set<string>();
  for (let flight = 1; flight <= 20; flight++) {
    for (const report of await journal.readReports(flight)) {
      const name = `${flight} ${report.kind === 'position' ? report.position.seq : ''}`;
      assert.ok(!stored.has(name), `${name} is stored twice`);
      stored.add(name);
    }
  }
  const acknowledged = output().split('\n').slice(0, -1);
  assert.ok(acknowledged.length > 100);
  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  );
});

test('the same process cannot open a directory twice, and can after closing', async (t) => {
  const directory = temporaryDirectory(t);
  const journal = await openSample(directory);
  await assert.rejects(openSample(directory), inUse(directory));
  await journal.appendPositions(1, [samplePosition(0)]).durable;
  await assert.rejects(openSample(directory), inUse(directory));
  await journal.close();
  await openSample(directory);
});

test('a directory that cannot be made is named', async (t) => {
  const directory = join(temporaryDirectory(t), fileName);
  const journal = await openSample(join(directory, '..'));
  await assert.rejects(openSample(join(directory, 'below')), { name: 'DataDirectoryError', message: /below/ });
  await journal.close();
});

test('the directory and its files are for their owner alone', async (t) => {
  const directory = join(temporaryDirectory(t), 'a', 'data');
  const journal = await openSample(directory);
  t.after(() => journal.close());
  await journal.appendPositions(1, [samplePosition(0)]).durable;
  await journal.backup(join(directory, 'copy.sqlite'));
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  assert.equal(mode(directory), '700');
  const files = readdirSync(directory);
  assert.ok(files.includes(fileName) && files.includes(`${fileName}-wal`) && files.includes('copy.sqlite'));
  for (const file of files) assert.equal(mode(join(directory, file)), '600', file);
  await journal.close();
});

test('a backup is a whole journal as it stood, made while it is written to', async (t) => {
  const directory = temporaryDirectory(t);
  const copy = temporaryDirectory(t);
  const journal = await openSample(directory);
  await journal.saveNote('before', 'yes');
  await journal.appendPositions(1, [samplePosition(0), samplePosition(1)]).durable;
  const backup = journal.backup(join(copy, fileName));
  for (let seq = 2; seq < 50; seq++) await journal.appendPositions(1, [samplePosition(seq)]).durable;
  await backup;
  await journal.backup(join(copy, fileName));
  const copied = await openSample(copy);
  assert.equal(copied.readNote('before'), 'yes');
  assert.equal((await copied.readReports(1)).length, 50);
  await assert.rejects(journal.backup(join(copy, 'no', 'such', 'folder')));
});

test('a journal of a newer program is refused, both versions named, and left alone', async (t) => {
  const directory = temporaryDirectory(t);
  await (await openSample(directory)).close();
  const database = new DatabaseSync(join(directory, fileName));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await assert.rejects(openSample(directory), { name: 'NewerDataError', message: /version 99.*up to \d/s });
  // The lock went with the refusal.
  await assert.rejects(openSample(directory), { name: 'NewerDataError' });
});
