import type { Journal } from '../../src/journal/journal.ts';
import { isRefusal } from '../../src/tracking/refusals.ts';
import { ServerProcess } from '../../test/server-process.ts';
import type { ServerPart } from '../../test/server-program.ts';
import { repliesEarly, withAppend } from '../weak-journal.ts';

/** What is wrong with the server on purpose, when the proof itself is tried: `synchronous=NORMAL`, or replies before the commit. */
export type Weakness = 'none' | 'no-sync' | 'early-reply';

const sealEvery = 30;

/** The server that is killed: as it is shipped, but that it limits no rate, seals far more often (so that a kill also hits chunks and cuts), and has this weakness. */
export function openToKill(
  data: string,
  weakness: Weakness,
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  return ServerProcess.open({
    part: { module: import.meta.filename, given: weakness },
    env: {
      ...environment,
      TRACKER_DATA: data,
      TRACKER_REQUESTS_PER_SECOND: '10000',
      TRACKER_REQUEST_BURST: '100000',
      TRACKER_LOG_LEVEL: 'fatal',
    },
  });
}

/** Of the server's process. It can be told that its disk is full. */
export function prepare(weakness: Weakness): ServerPart {
  const pageLimit = new Int32Array(new SharedArrayBuffer(4));
  const replyLike = (journal: Journal) =>
    weakness === 'early-reply' ? repliesEarly(journal, stopUnlessFull) : journal;
  return {
    replace: {
      journal: (journal) => replyLike(sealsOften(journal)),
      journalFaults: { isSyncOff: weakness === 'no-sync', pageLimit },
    },
    answers: () => ({ fill: (isFull: boolean) => Atomics.store(pageLimit, 0, isFull ? 1 : 0) }),
  };
}

function sealsOften(journal: Journal): Journal {
  return withAppend(journal, (append) => (flight, positions) => {
    const appended = append(flight, positions);
    if (appended.firstNumber % sealEvery === 0) journal.sealFlight(flight, null).catch(stopUnlessFull);
    return appended;
  });
}

/** A full disk refuses a seal too. */
function stopUnlessFull(error: unknown): void {
  if (isRefusal(error, 'journal-full')) return;
  console.error(error);
  process.exit(1);
}
