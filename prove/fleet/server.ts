import { heapEnvironment, heapOptions } from '../../bin/heap-options.js';
import type { Journal } from '../../src/journal/journal.ts';
import { ServerProcess } from '../../test/server-process.ts';
import type { ServerPart } from '../../test/server-program.ts';
import { Unreliable } from '../../test/unreliable.ts';
import { repliesEarly, withAppend } from '../weak-journal.ts';
import { type Trouble, trouble } from './trouble.ts';

/**
 * What is wrong with a server on purpose, when a proof itself is tried: it remembers every report for ever and acknowledges
 * each 15th without storing it, or it acknowledges before the commit.
 */
export type Weakness = 'none' | 'leaks-and-forgets' | 'early-reply';

export interface ServerNeeds {
  readonly data: string;
  readonly weakness: Weakness;
  /** Of the crew center; null: it works. */
  readonly trouble: Trouble | null;
  /** Whether garbage is collected before memory is read. */
  readonly collects?: boolean;
}

/** As it is shipped, with the memory options of `bin/tracker.js`, but that it limits no rate and has what is wrong with it. */
export function openFleetServer({ data, collects = false, ...given }: ServerNeeds): Promise<ServerProcess> {
  return ServerProcess.open({
    part: { module: import.meta.filename, given },
    nodeOptions: [...heapOptions, ...(collects ? ['--expose-gc'] : [])],
    env: {
      ...heapEnvironment,
      TRACKER_DATA: data,
      TRACKER_REQUESTS_PER_SECOND: '10000',
      TRACKER_REQUEST_BURST: '100000',
      TRACKER_LOG_LEVEL: 'error',
    },
  });
}

/** Of the server's process. */
export function prepare({ weakness, trouble: times }: Pick<ServerNeeds, 'weakness' | 'trouble'>): ServerPart {
  return {
    replace: {
      journal: (journal) => tamper(journal, weakness),
      platform(platform) {
        const line = new Unreliable(platform);
        // A server that ends does so beside a crew center that works again.
        if (times !== null) process.once('SIGTERM', trouble(line, times));
        return line.platform;
      },
      passwordCost: 4,
    },
  };
}

const forgetEvery = 15;
const leakedItems = 15_000;

/** The journal with another way to take positions; itself, without a weakness. */
function tamper(journal: Journal, weakness: Weakness): Journal {
  if (weakness !== 'leaks-and-forgets') return weakness === 'none' ? journal : repliesEarly(journal);
  const kept: unknown[] = [];
  let count = 0;
  return withAppend(journal, (append) => (flight, positions) => {
    kept.push(
      positions,
      Array.from({ length: leakedItems }, (_, index) => index + 0.5),
    );
    count += 1;
    if (count % forgetEvery !== 0) return append(flight, positions);
    return { firstNumber: append(flight, []).firstNumber, durable: Promise.resolve() };
  });
}
