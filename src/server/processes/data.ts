import { join } from 'node:path';
import { arrangeJournals } from '../../journal/arrange/arrange.ts';
import type { Logger } from '../../lib/log.ts';
import { processOf } from './part.ts';

/** Which of several processes has a data directory; `count` is null where the flights are shared in another way. */
export interface Share {
  readonly folder: string | null;
  readonly count: number | null;
}

/**
 * Returns the folder of this process's journal. The first process, and a server that is alone, first moves every flight to
 * the process that has its pilot, if there were more or fewer of them before.
 */
export async function takeShare(directory: string, share: Share, logger: Logger): Promise<string> {
  const { folder, count } = share;
  if (folder !== null) return join(directory, folder);
  if (count !== null) {
    const journalOf = (pilotId: string) => processOf(pilotId, count);
    await arrangeJournals({ dataDirectory: directory, count, journalOf, logger });
  }
  return directory;
}
