import type { Journal } from '../../src/journal/journal.ts';
import { override } from '../../src/lib/override.ts';
import type { Weakness } from './weakness.ts';

const forgetEvery = 15;
const leakedItems = 15_000;

/** The journal with another way to take positions; itself, without a weakness. */
export function tamper(journal: Journal, weakness: Weakness): Journal {
  if (weakness === 'none') return journal;
  const kept: unknown[] = [];
  let count = 0;
  const appendPositions: Journal['appendPositions'] = (flightNumber, positions) => {
    count += 1;
    if (weakness === 'leaks-and-forgets')
      kept.push(
        positions,
        Array.from({ length: leakedItems }, (_, index) => index + 0.5),
      );
    if (weakness === 'leaks-and-forgets' && count % forgetEvery === 0) {
      const { firstNumber } = journal.appendPositions(flightNumber, []);
      return { firstNumber, durable: Promise.resolve() };
    }
    const appended = journal.appendPositions(flightNumber, positions);
    return weakness === 'early-reply' ? { ...appended, durable: Promise.resolve() } : appended;
  };
  return override(journal, { appendPositions });
}
