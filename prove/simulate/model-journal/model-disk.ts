import type { Clock } from '../../../src/lib/clock.ts';
import type { JournalDisk } from '../journal-disk.ts';
import { type CommitterLimits, type DiskConduct, ModelCommitter } from './model-committer.ts';
import { ModelJournal } from './model-journal.ts';
import { Tables } from './tables.ts';

/** What survives the processes that write to it. One journal is open at a time. */
export class ModelDisk {
  readonly tables = new Tables();
  /** How the disk behaves; changed by the simulation. */
  conduct: DiskConduct = { commitMs: () => 1, isFull: () => false };

  open(clock: Clock, limits: Partial<CommitterLimits> = {}): ModelJournal {
    const { commitWindowMs = 5, queueRows = 20_000 } = limits;
    const conduct = { commitMs: () => this.conduct.commitMs(), isFull: () => this.conduct.isFull() };
    const committer = new ModelCommitter(clock, conduct, { commitWindowMs, queueRows });
    return new ModelJournal(this.tables, committer, clock);
  }
}

/** The disk of a server whose journal is a model. */
export function modelDisk(conduct: DiskConduct): JournalDisk {
  const disk = new ModelDisk();
  disk.conduct = conduct;
  let open: ModelJournal | null = null;
  return {
    tables: disk.tables,
    damage: null,
    get waiting() {
      return open?.stats().queuedRows ?? 0;
    },
    async open(clock) {
      open = disk.open(clock);
      return open;
    },
    crash(_isPowerCut, isWritten) {
      open?.kill(isWritten);
      open = null;
    },
    backUp: async () => false,
    dispose: () => undefined,
  };
}
