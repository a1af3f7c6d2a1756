import type { Journal } from '../../src/journal/journal.ts';
import { override } from '../../src/lib/override.ts';

/** What is wrong on purpose, when the proof itself is tried: with the crew center's adapter, or with the server's journal. */
export const weaknesses = [
  'loses-a-batch',
  'doubles-a-batch',
  'turns-a-batch-round',
  'hides-refusals',
  'only-says-filed',
  'moves-cursor-early',
  'hoards',
] as const;
export type Weakness = (typeof weaknesses)[number] | 'none';

const hoardedItems = 20_000;

/** The journal with a weakness of its own: its cursor moves before what it covers is delivered, or memory grows with each report. */
export function weaken(journal: Journal, weakness: Weakness): Journal {
  const methods = weakMethods(journal)[weakness];
  return methods === undefined ? journal : override(journal, methods);
}

function weakMethods(journal: Journal): Partial<Record<Weakness, Partial<Journal>>> {
  const hoard: unknown[] = [];
  return {
    'moves-cursor-early': {
      async readReports(flight, options) {
        const reports = await journal.readReports(flight, options);
        const last = reports.at(-1);
        if (options?.limit !== undefined && last !== undefined) await journal.saveDelivered(flight, last.number);
        return reports;
      },
    },
    hoards: {
      appendPositions(...args) {
        hoard.push(Array.from({ length: hoardedItems }, (_, index) => index + 0.5));
        return journal.appendPositions(...args);
      },
    },
  };
}
