import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../test/manual-clock.ts';
import { loadConfig } from '../../config/config.ts';
import { openSqlite } from '../../lib/sqlite.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { openTracker } from '../tracker.ts';
import { completeExchange } from './exchange.ts';
import { restoreBackup } from './restore.ts';
import { readRestoreRequest, saveRestoreRequest } from './restore-request.ts';
import { BackupSchedule, listBackups } from './schedule.ts';

const now = new Date(Date.UTC(2024, 3, 6, 10));

function newDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'tracker-backups-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

const open = (directory: string) =>
  openTracker({ config: loadConfig({ TRACKER_DATA: directory, TRACKER_LOG_LEVEL: 'silent' }) });

/** A data directory with a note `made: one`, its backup, and after that the note `made: two`. */
async function prepare(t: TestContext) {
  const [directory, folder] = [newDirectory(t), newDirectory(t)];
  {
    await using tracker = await open(directory);
    await tracker.journal.saveNote('made', 'one');
    await tracker.operator.backup('test', folder);
    await tracker.journal.saveNote('made', 'two');
  }
  return { directory, folder };
}

const noteOf = async (directory: string) => {
  await using tracker = await open(directory);
  return tracker.journal.readNote('made');
};

test('a restored backup is what is served then; what was there is kept', async (t) => {
  const { directory, folder } = await prepare(t);
  writeFileSync(join(directory, 'journal.sqlite-wal'), '');
  const { files, former } = restoreBackup(folder, directory, now);
  assert.deepEqual(files, ['crew-center.sqlite', 'journal.sqlite', 'webhooks.sqlite']);
  assert.equal(former, join(directory, 'before-restore-20240406-100000'));
  assert.equal(await noteOf(directory), 'one');
  assert.equal(await noteOf(former), 'two');
});

test('backups that lie in the data directory stay where they are when one of them is restored', async (t) => {
  const { directory, folder } = await prepare(t);
  const daily = ['tracker-2024-04-05', 'tracker-2024-04-06'].map((name) => join(directory, 'backups', name));
  for (const each of daily) cpSync(folder, each, { recursive: true });
  const first = restoreBackup(daily[1] ?? '', directory, now);
  restoreBackup(daily[0] ?? '', directory, new Date(now.getTime() + 60_000));
  assert.equal(await noteOf(directory), 'one');
  assert.equal(await noteOf(first.former ?? ''), 'two');
  for (const each of daily)
    assert.deepEqual(readdirSync(each).sort(), ['crew-center.sqlite', 'journal.sqlite', 'webhooks.sqlite']);
});

test('a backup that is damaged, or none, changes nothing', async (t) => {
  const { directory, folder } = await prepare(t);
  const before = readdirSync(directory).sort();
  for (const spoil of [
    () => truncateSync(join(folder, 'crew-center.sqlite'), 8_192),
    () => writeFileSync(join(folder, 'crew-center.sqlite'), 'no database'),
    () => rmSync(join(folder, 'journal.sqlite')),
  ]) {
    spoil();
    assert.throws(() => restoreBackup(folder, directory, now), { code: 'invalid' });
    assert.deepEqual(readdirSync(directory).sort(), before);
  }
  assert.equal(await noteOf(directory), 'two');
});

test('no backup is restored while a server uses the data', async (t) => {
  const { directory, folder } = await prepare(t);
  await using tracker = await open(directory);
  assert.throws(() => restoreBackup(folder, directory, now), { name: 'DataDirectoryError' });
  assert.equal(tracker.journal.readNote('made'), 'two');
});

test('a restore that broke off at any step is completed by the next start', async (t) => {
  for (const moved of [0, 1, 2] as const) {
    const { directory, folder } = await prepare(t);
    const files = ['crew-center.sqlite', 'journal.sqlite'];
    const former = 'before-restore-20240406-100000';
    for (const name of files) writeFileSync(join(directory, `${name}.restoring`), readFileSync(join(folder, name)));
    writeFileSync(join(directory, 'restore-under-way.json'), JSON.stringify({ files, former }));
    mkdirSync(join(directory, former));
    for (const name of files.slice(0, moved)) {
      writeFileSync(join(directory, former, name), readFileSync(join(directory, name)));
      rmSync(join(directory, name));
    }
    if (moved === 2) {
      writeFileSync(
        join(directory, 'crew-center.sqlite'),
        readFileSync(join(directory, 'crew-center.sqlite.restoring')),
      );
      rmSync(join(directory, 'crew-center.sqlite.restoring'));
    }
    assert.equal(await noteOf(directory), 'one', `${moved} were moved`);
    assert.equal(await noteOf(join(directory, former)), 'two');
    assert.equal(completeExchange(directory), null);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.includes('restor') && name !== former),
      [],
    );
  }
});

test('the next start restores what was asked for, and goes on with its data when that cannot be used', async (t) => {
  const { directory, folder } = await prepare(t);
  saveRestoreRequest(directory, folder);
  assert.equal(await noteOf(directory), 'one');
  assert.equal(readRestoreRequest(directory), null);
  saveRestoreRequest(directory, join(folder, 'nowhere'));
  assert.equal(await noteOf(directory), 'one');
  assert.equal(readRestoreRequest(directory), null);
});

test('a backup a day after its hour, whole ones only, the newest are kept, and nothing else is deleted', async (t) => {
  const folder = join(newDirectory(t), 'copies');
  mkdirSync(join(folder, 'tracker-of-my-own'), { recursive: true });
  const clock = new ManualClock(Date.UTC(2024, 3, 6, 1));
  let fails = false;
  const failures: string[] = [];
  const make = async (target: string) => {
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'journal.sqlite'), '');
    if (fails) throw new Error('no room');
  };
  await using schedule = new BackupSchedule({ folder, hour: 3, keep: 2 }, clock, make, (why) => failures.push(why));
  const names = () => listBackups(folder).map(({ name }) => name);
  await clock.advance(60_000);
  // Before the hour it is still the backup of the day before that is missing.
  assert.deepEqual(names(), ['tracker-2024-04-05']);
  await clock.advance(3 * 3_600_000);
  assert.deepEqual(names(), ['tracker-2024-04-06', 'tracker-2024-04-05']);
  fails = true;
  await clock.advance(24 * 3_600_000);
  assert.deepEqual(names(), ['tracker-2024-04-06', 'tracker-2024-04-05']);
  assert.ok(schedule.isFailing && failures.length > 1);
  assert.deepEqual([...new Set(failures)], ['no room']);
  fails = false;
  await clock.advance(3_600_000);
  assert.deepEqual(names(), ['tracker-2024-04-07', 'tracker-2024-04-06']);
  assert.equal(schedule.isFailing, false);
  assert.ok(existsSync(join(folder, 'tracker-of-my-own')));
});

test('no whole backup is thrown away for one with damage in it, and there is one attempt a day', async (t) => {
  const folder = join(newDirectory(t), 'copies');
  const clock = new ManualClock(Date.UTC(2024, 3, 6, 4));
  let [isDamaged, attempts] = [false, 0];
  const make = async (target: string) => {
    attempts += 1;
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, 'journal.sqlite'), '');
    if (isDamaged) throw new Refusal('data-damaged', { message: 'not whole' });
  };
  const failures: string[] = [];
  await using schedule = new BackupSchedule({ folder, hour: 3, keep: 3 }, clock, make, (why) => failures.push(why));
  const day = () => clock.advance(24 * 3_600_000);
  for (let days = 0; days < 4; days += 1) await day();
  const good = readdirSync(folder).sort();
  assert.equal(good.length, 3);
  [isDamaged, attempts] = [true, 0];
  for (let days = 0; days < 20; days += 1) await day();
  assert.equal(attempts, 20);
  assert.equal(failures.length, 20);
  assert.ok(schedule.isFailing);
  const isGood = (name: string) => !name.endsWith('.damaged');
  assert.deepEqual(readdirSync(folder).filter(isGood).sort(), good);
  assert.equal(readdirSync(folder).length, 6, 'and as many with damage');
  isDamaged = false;
  await day();
  assert.equal(schedule.isFailing, false);
  assert.equal(listBackups(folder).length, 3);
});

test('a backup is opened and read when it is made', async (t) => {
  const [directory, folder] = [newDirectory(t), newDirectory(t)];
  await using tracker = await open(directory);
  await tracker.operator.backup('test', folder);
  using copy = openSqlite(join(folder, 'journal.sqlite'), { readOnly: true });
  assert.equal(copy.prepare('PRAGMA quick_check').get()?.quick_check, 'ok');
});
