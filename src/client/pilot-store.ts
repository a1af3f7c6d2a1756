import type { ReportStore } from './report-store.ts';
import { TrackerError } from './tracker-error.ts';

/** A store, or one for each owner: a pilot at one crew center, named by any text. */
export type StoreOption = ReportStore | ((owner: string) => ReportStore);

/**
 * The store of this pilot: what it holds of another one is left there, never overwritten, until that pilot's client delivers it.
 * `load` throws TrackerError `store-in-use` then.
 */
export function storeOfPilot(option: StoreOption, owner: string): ReportStore {
  const store = typeof option === 'function' ? option(owner) : option;
  return {
    async load() {
      const stored = await store.load();
      if (stored === null || (stored.mark.owner ?? owner) === owner) return stored;
      if (stored.reports.length === 0) return null;
      throw new TrackerError(
        'store-in-use',
        `${stored.reports.length} reports of another pilot, or for another crew center, wait here: log in there to send them, or keep a store for each pilot.`,
      );
    },
    begin: (mark, reports) => store.begin({ ...mark, owner }, reports),
    append: (report) => store.append(report),
    remove: (ids) => store.remove(ids),
    clear: () => store.clear(),
  };
}
