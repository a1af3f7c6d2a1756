import type { Journal } from '../src/journal/journal.ts';
import { override } from '../src/lib/override.ts';

type Append = Journal['appendPositions'];

/** A journal whose reports are acknowledged before they are stored; `onFailure` is told when they are not. */
export function repliesEarly(journal: Journal, onFailure: (error: unknown) => void = () => undefined): Journal {
  return withAppend(journal, (append) => (flight, positions) => {
    const { firstNumber, durable } = append(flight, positions);
    durable.catch(onFailure);
    return { firstNumber, durable: Promise.resolve() };
  });
}

/** A journal that takes positions in another way. */
export function withAppend(journal: Journal, change: (append: Append) => Append): Journal {
  return override(journal, { appendPositions: change((...args) => journal.appendPositions(...args)) });
}
