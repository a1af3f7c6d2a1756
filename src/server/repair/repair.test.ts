import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startCopyingWriter } from '../../../test/copying-writer.ts';
import { chance, fill, flights, pageSize, readAll, ways } from '../../../test/filled-journal.ts';
import { noon, sampleFlight, samplePosition } from '../../../test/journal/suite/samples.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { spoilPageOf } from '../../../test/spoil.ts';
import { findDamagedRows } from '../../journal/find-damage.ts';
import type { Journal } from '../../journal/journal.ts';
import { fileName, openJournal } from '../../journal/open.ts';
import { readDamage, writeDamage } from '../../lib/damage-file.ts';
import { isRefusal } from '../../tracking/refusals.ts';
import { repairData } from './repair.ts';

const home = mkdtempSync(join(tmpdir(), 'tracker-repair-'));
after(() => rmSync(home, { recursive: true }));
const now = new Date(noon);

const how = { commitWindowMs: 0, startWriter: startCopyingWriter };
const open = (directory: string) => openJournal({ directory, clock: new ManualClock(noon), ...how });

async function using<T>(directory: string, work: (journal: Journal) => Promise<T>): Promise<T> {
  const journal = await open(directory);
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

/** A journal, its backup, and what the journal got since. */
async function prepare() {
  const [data, backup] = [mkdtempSync(join(home, 'data-')), mkdtempSync(join(home, 'backup-'))];
  await using(data, async (journal) => {
    await fill(journal);
    assert.deepEqual(await journal.backup(join(backup, fileName)), []);
    const positions = Array.from({ length: 30 }, (_, index) => samplePosition(1_000 + index));
    for (const flight of [1, 3]) await journal.appendPositions(flight, positions).durable;
    await journal.sealFlight(1, { part: 3 });
    await journal.saveFlight(sampleFlight(3, { state: 'filed', endedAt: noon + 1 }), { kind: 'filed', at: noon });
  });
  return { data, backup };
}

const reportsOf = (answers: ReadonlyMap<string, readonly string[] | string | null>, flight: number) =>
  new Set(answers.get(`reports ${flight}`) ?? []);

test('whatever a disk changed: afterwards all is whole, and nothing is lost that is in the backup or could be read', async (t) => {
  const { data, backup } = await prepare();
  const truth = await using(data, readAll);
  const saved = await using(copyOf(backup), readAll);
  const bytes = readFileSync(join(data, fileName));
  const counts = { damaged: 0, whole: 0 };
  for (let seed = 0; seed < 48; seed += 1)
    await t.test(`seed ${seed}`, async () => {
      const draw = chance(seed + 500);
      const damaged = Buffer.from(bytes);
      ways[seed % ways.length]?.(damaged, draw(bytes.length / pageSize), draw);
      const directory = mkdtempSync(join(home, 'damaged-'));
      writeFileSync(join(directory, fileName), damaged, { mode: 0o600 });
      const found = findDamagedRows(join(directory, fileName)).length > 0;
      const { files, former } = await repairData({ dataDirectory: directory, folders: [backup], isDry: false, now });
      counts[found ? 'damaged' : 'whole'] += 1;
      assert.equal(files[0]?.damage.length !== 0, found);
      assert.equal(former !== null, found);
      if (former !== null) assert.ok(readFileSync(join(former, fileName)).equals(damaged), 'kept as it was');
      assert.deepEqual(findDamagedRows(join(directory, fileName)), []);
      await using(directory, async (journal) => {
        const answers = await readAll(journal);
        for (const flight of flights) {
          const [all, before, here] = [truth, saved, answers].map((each) => reportsOf(each, flight));
          for (const report of before ?? [])
            assert.ok(here?.has(report), `flight ${flight} lost what is in the backup`);
          for (const report of here ?? []) assert.ok(all?.has(report), `flight ${flight} has what was never reported`);
        }
        for (const [name, _answer] of saved)
          if (/^(?:flight|by pirep|note) /.test(name)) assert.ok(answers.get(name) !== 'null', name);
        const number = journal.nextFlightNumber();
        assert.ok(number > 4);
        await journal.saveFlight(sampleFlight(number), { kind: 'started', at: noon });
        const { firstNumber, durable } = journal.appendPositions(number, [samplePosition(1)]);
        assert.ok(firstNumber > 1_152, 'no number is given out again');
        await durable;
      });
      rmSync(directory, { recursive: true });
    });
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.damaged > 15 && counts.whole > 3, JSON.stringify(counts));
});

test('without a backup what can be read is kept, and what is lost is named', async () => {
  const { data } = await prepare();
  spoilPageOf(join(data, fileName), 'notes');
  const order = { dataDirectory: data, folders: [], now };
  const dry = await repairData({ ...order, isDry: true });
  assert.ok((dry.files[0]?.lost.length ?? 0) > 0);
  assert.deepEqual(
    readdirSync(data).filter((name) => /restor|repair/.test(name)),
    [],
  );
  writeDamage(data, [{ file: fileName, what: 'notes', at: 0 }]);
  const { files } = await repairData({ ...order, isDry: false });
  assert.match(files[0]?.lost.join('\n') ?? '', /^notes: any rows between … and …$/m);
  assert.deepEqual(readDamage(data), []);
  await using(data, async (journal) => {
    assert.equal(journal.readNote('note 1'), null);
    assert.equal((await journal.readReports(1)).length, 303);
  });
  const again = await repairData({ ...order, isDry: false });
  assert.deepEqual(
    again.files.flatMap(({ damage }) => damage),
    [],
  );
});

test('a lost document of a flight comes from the log of changes, which is newer than any backup', async () => {
  const { data, backup } = await prepare();
  spoilPageOf(join(data, fileName), 'flights');
  const { files } = await repairData({ dataDirectory: data, folders: [backup], isDry: false, now });
  assert.match(
    files[0]?.taken.join('\n') ?? '',
    /flight VMS101 LSZH-MMUN of VMS0007, 2025-06-01: from the log of changes/,
  );
  await using(data, async (journal) => {
    assert.equal((await journal.readFlight({ flightId: 'flight-3' }))?.state, 'filed');
    assert.equal((await journal.readFlight({ pirepId: 'pirep-2' }))?.number, 2);
  });
});

test('a flight under way says that reports of it are lost, also after the repair', async () => {
  const { data } = await prepare();
  const bytes = readFileSync(join(data, fileName));
  await using(data, async (journal) => assert.equal(journal.isMissingReports(1), false));
  const { DatabaseSync } = await import('node:sqlite');
  {
    using database = new DatabaseSync(join(data, fileName));
    database.exec(
      'UPDATE chunks SET sum = 1 WHERE flight = 1 AND first_number = (SELECT min(first_number) FROM chunks WHERE flight = 1)',
    );
  }
  assert.ok(bytes.length > 0);
  await repairData({ dataDirectory: data, folders: [], isDry: false, now });
  await using(data, async (journal) => {
    assert.equal(journal.isMissingReports(1), true);
    assert.equal(journal.isMissingReports(3), false);
    assert.equal((await journal.readReports(1)).length, 303 - 91);
  });
});

test('what is destroyed altogether comes from a backup, or is refused in one sentence', async () => {
  const { data, backup } = await prepare();
  writeFileSync(join(data, fileName), 'x'.repeat(20_000));
  const order = { dataDirectory: data, isDry: false, now };
  await assert.rejects(repairData({ ...order, folders: [] }), (error) => {
    assert.ok(isRefusal(error, 'data-damaged'));
    assert.match(
      error.message,
      /^Nothing of journal\.sqlite can be read, and no backup has it\. Name .* tracker repair --from FOLDER$/,
    );
    return true;
  });
  assert.deepEqual(
    readdirSync(data).filter((name) => /restor|repair/.test(name)),
    [],
  );
  await repairData({ ...order, folders: [backup] });
  await using(data, async (journal) => assert.equal((await journal.readReports(1)).length, 273));
});

test('the events of a pilot who was erased since do not come back from a backup', async () => {
  const { data, backup } = await prepare();
  await using(data, async (journal) => {
    await journal.saveFlight(sampleFlight(1, { state: 'filed', endedAt: noon }));
    await journal.erasePilot({ pilotId: '7', words: ['VMS0007'], names: ['Ada'], loginHashes: [] });
  });
  const { DatabaseSync } = await import('node:sqlite');
  {
    using database = new DatabaseSync(join(data, fileName));
    database.exec('UPDATE chunks SET sum = 1 WHERE flight = 1');
  }
  await repairData({ dataDirectory: data, folders: [backup], isDry: false, now });
  await using(data, async (journal) => {
    const reports = await journal.readReports(1);
    assert.equal(reports.filter(({ kind }) => kind === 'position').length, 270);
    assert.equal(reports.filter(({ kind }) => kind === 'event').length, 0);
    assert.equal((await journal.readFlight({ flightId: 'flight-1' }))?.pilot.ident, 'erased');
  });
});

/** A data directory with the databases of a backup. */
function copyOf(backup: string): string {
  const directory = mkdtempSync(join(home, 'copy-'));
  mkdirSync(directory, { recursive: true });
  cpSync(backup, directory, { recursive: true });
  return directory;
}
