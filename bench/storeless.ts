import { withAppend } from '../prove/weak-journal.ts';
import type { ServerPart } from '../test/server-program.ts';

/** The server as it is shipped, but for one thing: positions are acknowledged without being stored. Only for the bench (P1c). */
export function prepare(): ServerPart {
  const done = Promise.resolve();
  let next = 1e9;
  return {
    replace: {
      journal: (journal) =>
        withAppend(journal, () => (_flight, { length }) => {
          next += length;
          return { firstNumber: next - length, durable: done };
        }),
    },
  };
}
