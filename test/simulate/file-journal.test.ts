import assert from 'node:assert/strict';
import { Draws } from '../../prove/simulate/chance.ts';
import { FileDisk, loadFileJournals } from '../../prove/simulate/file-journal/file-disk.ts';
import type { JournalWorld } from '../journal/suite/world.ts';
import { journalSuite } from '../journal/suite.ts';
import { RunningClock } from './running-clock.ts';

await loadFileJournals();

/** What a crash makes of the batch that is being written: of the process, or of its machine. */
for (const [name, isPowerCut] of [
  ['SQLite on a simulated disk, whose process is killed', false],
  ['SQLite on a simulated disk that loses its power', true],
] as const)
  journalSuite(name, async () => openFileWorld(name, isPowerCut), { storage: true });

/** Long enough that only the number of waiting writes ends it. */
const never = 2 ** 30;
let worlds = 0;

function openFileWorld(seed: string, isPowerCut: boolean): JournalWorld {
  worlds += 1;
  const clock = new RunningClock();
  let isFull = false;
  const conduct = { commitMs: () => 1, isFull: () => isFull };
  const disk = new FileDisk(`suite ${worlds}`, new Draws(seed), conduct);
  return {
    clock,
    open({ isPatient, queueRows } = {}) {
      const commitWindowMs = isPatient === true ? never : 5;
      return disk.open(clock, queueRows === undefined ? { commitWindowMs } : { commitWindowMs, queueRows });
    },
    async kill() {
      disk.crash(isPowerCut, false);
    },
    storage: {
      fail() {
        isFull = true;
      },
      heal() {
        isFull = false;
      },
    },
    async dispose() {
      disk.dispose();
      assert.equal(disk.damage, null);
    },
  };
}
