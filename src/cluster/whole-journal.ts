import { movingNow } from '../http/elsewhere.ts';
import type { Journal } from '../journal/journal.ts';
import type { journalTable } from '../journal/journal-table.ts';
import { override } from '../lib/override.ts';
import type { NamesWith } from '../lib/table.ts';
import type { Asked, Colleague } from './members.ts';
import { askPart } from './peer-calls.ts';

/**
 * The reads of the pages over the journals of all servers; everything else is the own one's.
 * @param watch - returns what tells whether nothing was with nobody since: else nobody may say that there is no such flight or pilot
 */
export function wholeJournal(own: Journal, members: Asked, watch: () => () => boolean = () => () => true): Journal {
  /** Asks the others only for what this server does not have. @throws Refusal `shutting-down` where it may be with nobody */
  const first = async <T>(readOwn: () => Promise<T | null>, ask: (part: Colleague) => Promise<T | null>) => {
    const isSettled = watch();
    const found = await readOwn();
    if (found !== null) return found;
    const answers = await Promise.allSettled(members.peers().map(ask));
    for (const answer of answers) if (answer.status === 'fulfilled' && answer.value !== null) return answer.value;
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    if (!isSettled()) throw movingNow();
    return null;
  };
  const reads: Pick<Journal, NamesWith<typeof journalTable, 'of', 'any'>> = {
    readFlight: (name) =>
      first(
        () => own.readFlight(name),
        (part) => askPart(part, 'journal.readFlight', name),
      ),
    findPilot: (ident) =>
      first(
        () => own.findPilot(ident),
        (part) => askPart(part, 'journal.findPilot', ident),
      ),
    // A number is of one flight: only one server has reports of it.
    async readReports(number, options = {}) {
      const reports = await own.readReports(number, options);
      if (reports.length > 0) return reports;
      const asked = members.peers().map((part) => askPart(part, 'journal.readReports', number, options));
      return (await Promise.all(asked)).flat();
    },
    async readChunks(number) {
      const chunks = await own.readChunks(number);
      if (chunks.length > 0) return chunks;
      return (await Promise.all(members.peers().map((part) => askPart(part, 'journal.readChunks', number)))).flat();
    },
    async countReports(number, after) {
      const asked = members.peers().map((part) => askPart(part, 'journal.countReports', number, after));
      return (await Promise.all(asked)).reduce((sum, count) => sum + count, await own.countReports(number, after));
    },
  };
  return override(own, reads);
}
