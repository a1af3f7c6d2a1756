import type { Journal } from '../../src/journal/journal.ts';
import { override } from '../../src/lib/override.ts';
import type { Replacements } from '../../src/server/tracker.ts';

/** What is wrong with the servers on purpose, when the proof itself is tried. */
export type Weakness = 'none' | 'early-reply';

export function tamperWith(weakness: Weakness): Replacements {
  return weakness === 'early-reply' ? { journal: repliesEarly } : {};
}

function repliesEarly(journal: Journal): Journal {
  const appendPositions: Journal['appendPositions'] = (flight, positions) => {
    const { firstNumber, durable } = journal.appendPositions(flight, positions);
    durable.catch(() => undefined);
    return { firstNumber, durable: Promise.resolve() };
  };
  return override(journal, { appendPositions });
}
