import type { Journal } from '../journal/journal.ts';
import { journalTable } from '../journal/journal-table.ts';
import { namesWith } from '../lib/names-with.ts';
import { override } from '../lib/override.ts';
import type { Asked, Colleague } from './members.ts';

/** What a peer answers of its own journal. */
export const journalMethods = namesWith(journalTable, 'of', 'any');

/** The reads of the pages over the journals of all servers; everything else is the own one's. */
export function wholeJournal(own: Journal, members: Asked): Journal {
  const ask = (peer: Colleague, method: (typeof journalMethods)[number], args: readonly unknown[]) =>
    peer.call(`journal.${method}`, args);
  /** Asks the others only for what this server does not have. */
  const first = async <T>(found: T | null, method: 'readFlight' | 'findPilot', args: readonly unknown[]) => {
    if (found !== null) return found;
    const others = await Promise.all(members.peers().map((peer) => ask(peer, method, args)));
    return (others.find((each) => each !== null) ?? null) as T | null;
  };
  const reads: Pick<Journal, (typeof journalMethods)[number]> = {
    readFlight: async (name) => first(await own.readFlight(name), 'readFlight', [name]),
    findPilot: async (ident) => first(await own.findPilot(ident), 'findPilot', [ident]),
    // A number is of one flight: only one server has reports of it.
    async readReports(number, options = {}) {
      const reports = await own.readReports(number, options);
      if (reports.length > 0) return reports;
      const others = await Promise.all(members.peers().map((peer) => ask(peer, 'readReports', [number, options])));
      return (others as (typeof reports)[]).flat();
    },
    async countReports(number, after) {
      const others = await Promise.all(members.peers().map((peer) => ask(peer, 'countReports', [number, after])));
      return (others as number[]).reduce((sum, count) => sum + count, await own.countReports(number, after));
    },
  };
  return override(own, reads);
}
