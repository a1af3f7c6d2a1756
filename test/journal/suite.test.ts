import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../../src/journal/journal.ts';
import { fileName, openJournal } from '../../src/journal/open.ts';
import { ManualClock } from '../manual-clock.ts';
import { noon } from './suite/samples.ts';
import type { JournalWorld } from './suite/world.ts';
import { journalSuite } from './suite.ts';

/** Long enough that only the number of waiting writes ends it. */
const never = 2 ** 30;
/** As many pages as the file may have; SQLite leaves it at what the file has when that is more. */
const noMore = 1;
const noBound = 0;

journalSuite('SQLite', async () => openSqliteWorld(), { storage: true });

function openSqliteWorld(): JournalWorld {
  const directories = [newDirectory()];
  const journals: Journal[] = [];
  const clock = new ManualClock(noon);
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  return {
    clock,
    async open(options = {}) {
      const commitWindowMs = options.isPatient === true ? never : 0;
      const { queueRows } = options;
      const directory = directories.at(-1) ?? '';
      const limits = queueRows === undefined ? { commitWindowMs } : { commitWindowMs, queueRows };
      const journal = await openJournal({ directory, clock, faults: { pageLimit }, ...limits });
      journals.push(journal);
      return journal;
    },
    // The files as they are at this instant, as a killed process leaves them; what still comes does not reach the copy.
    async kill() {
      const copy = newDirectory();
      for (const name of [fileName, `${fileName}-wal`]) {
        const file = join(directories.at(-1) ?? '', name);
        if (existsSync(file)) copyFileSync(file, join(copy, name));
      }
      directories.push(copy);
    },
    storage: {
      fail: () => void Atomics.store(pageLimit, 0, noMore),
      heal: () => void Atomics.store(pageLimit, 0, noBound),
    },
    async dispose() {
      for (const journal of journals) await journal.close();
      for (const directory of directories) rmSync(directory, { recursive: true, force: true });
    },
  };
}

function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'tracker-journal-suite-'));
}
