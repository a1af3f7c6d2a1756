import type { ReportStore } from './report-store.ts';
import { TrackerError } from './tracker-error.ts';

/** A store, or a function that returns one for each owner: a text for a pilot at a crew center. */
export type StoreOption = ReportStore | ((owner: string) => ReportStore);

/**
 * Returns the store of this pilot. Reports of another pilot in it are never overwritten until that pilot's client delivers
 * them: until then `load` throws TrackerError `store-in-use`.
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
        `${stored.reports.length} reports of another pilot or for another crew center are waiting here. Log in there to send them, or use one store per pilot.`,
      );
    },
    begin: (mark, reports) => store.begin({ ...mark, owner }, reports),
    append: (report) => store.append(report),
    remove: (ids) => store.remove(ids),
    clear: () => store.clear(),
  };
}
