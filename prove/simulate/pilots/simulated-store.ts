import { memoryStore, type ReportStore } from '../../../src/client/report-store.ts';
import type { Life } from '../virtual-time.ts';

/** The disk of a client: what a method has settled for survives a crash of the program. */
export class ClientDisk {
  #kept = memoryStore();

  /** @param waitMs - how long a write takes; a crash before its end leaves nothing of it */
  storeFor(life: Life, waitMs: () => number): ReportStore {
    const kept = this.#kept;
    const write = async (change: () => Promise<void>) => {
      const ms = waitMs();
      if (ms > 0) await life.sleep(ms, 'client disk');
      await change();
    };
    return {
      load: () => kept.load(),
      begin: (mark, reports) => {
        const copy = [...reports];
        return write(() => kept.begin(mark, copy));
      },
      append: (report) => write(() => kept.append(report)),
      remove: (ids) => write(() => kept.remove(ids)),
      clear: () => write(() => kept.clear()),
    };
  }

  lose(): void {
    this.#kept = memoryStore();
  }
}
