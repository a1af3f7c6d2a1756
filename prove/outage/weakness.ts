import type { Journal } from '../../src/journal/journal.ts';

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
  if (weakness !== 'moves-cursor-early' && weakness !== 'hoards') return journal;
  const hoard: unknown[] = [];
  return new Proxy(journal, {
    get(target, key: keyof Journal) {
      if (key === 'readReports' && weakness === 'moves-cursor-early')
        return async (...args: Parameters<Journal['readReports']>) => {
          const reports = await target.readReports(...args);
          const last = reports.at(-1);
          if (args[1]?.limit !== undefined && last !== undefined) await target.saveDelivered(args[0], last.number);
          return reports;
        };
      if (key === 'appendPositions' && weakness === 'hoards')
        return (...args: Parameters<Journal['appendPositions']>) => {
          hoard.push(Array.from({ length: hoardedItems }, (_, index) => index + 0.5));
          return target.appendPositions(...args);
        };
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
