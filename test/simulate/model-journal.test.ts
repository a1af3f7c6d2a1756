import { ModelDisk } from '../../prove/simulate/model-journal/model-disk.ts';
import type { ModelJournal } from '../../prove/simulate/model-journal/model-journal.ts';
import type { JournalWorld } from '../journal/suite/world.ts';
import { journalSuite } from '../journal/suite.ts';
import { RunningClock } from './running-clock.ts';

/** Long enough that only the number of waiting writes ends it. */
const never = 2 ** 30;

/** What a kill makes of the batch that is being written. */
for (const [name, isWritten] of [
  ['a model whose crashes lose what is being written', false],
  ['a model whose crashes come after it was written', true],
] as const)
  journalSuite(name, async () => openModelWorld(isWritten), { storage: true });

function openModelWorld(isWritten: boolean): JournalWorld {
  const disk = new ModelDisk();
  const clock = new RunningClock();
  let journal: ModelJournal | null = null;
  let isFull = false;
  disk.conduct = { commitMs: () => 1, isFull: () => isFull };
  return {
    clock,
    async open({ isPatient, queueRows } = {}) {
      const commitWindowMs = isPatient === true ? never : 5;
      journal = disk.open(clock, queueRows === undefined ? { commitWindowMs } : { commitWindowMs, queueRows });
      return journal;
    },
    async kill() {
      journal?.kill(isWritten);
    },
    storage: {
      fail() {
        isFull = true;
      },
      heal() {
        isFull = false;
      },
    },
    dispose: async () => undefined,
  };
}
