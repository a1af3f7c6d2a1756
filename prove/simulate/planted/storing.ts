import type { Bug } from './bug.ts';

const store = 'src/tracking/flight/stored-reports.ts';

/** Mistakes with reports: what is acknowledged, and what is known already. */
export const storingBugs: readonly Bug[] = [
  {
    name: 'reply-before-commit',
    sentence: 'Positions are acknowledged before they are on the disk.',
    file: store,
    find: 'return durable.then(',
    replace: 'durable.catch(() => undefined);\n  return Promise.resolve().then(',
  },
  {
    name: 'repeat-before-original',
    sentence: 'A repeat is acknowledged while its original still waits for the disk.',
    file: 'src/tracking/report.ts',
    find: 'const stored = this.#core.journal.barrier();',
    replace: 'const stored = Promise.resolve();',
  },
  {
    name: 'refused-counts-as-known',
    sentence: 'A position that a full disk refused is taken for a repeat when it comes again.',
    file: store,
    find: 'for (const each of fresh) live.positions.forget(each);',
    replace: '',
  },
  {
    name: 'repeats-not-recognised',
    sentence: 'A repeated position is stored again.',
    file: 'src/tracking/flight/fresh-reports.ts',
    find: '(known.isRepeat(each) || seen?.has(each) === true)',
    replace: 'seen?.has(each) === true',
  },
  {
    name: 'repeat-by-half-an-id',
    sentence: 'Positions whose ids begin alike are taken for repeats of each other.',
    file: 'src/tracking/flight/identified-positions.ts',
    find: 'if (this.#ids.has(id)) return false;',
    replace: 'if ([...this.#ids].some((known) => known.startsWith(id.slice(0, 9)))) return false;',
  },
  {
    name: 'summary-begins-anew',
    sentence: 'The summary of sealed reports has only the numbers of the last seal.',
    file: 'src/journal/sealed-summary.ts',
    find: 'positionSeqs: addToRanges(before?.positionSeqs ?? [], positions),',
    replace: 'positionSeqs: addToRanges([], positions),',
  },
  {
    name: 'restore-forgets-reports',
    sentence: 'After a restart nothing is known of the reports before it.',
    file: 'src/tracking/flight/restore.ts',
    find: 'journal.eachUnsealed((flightNumber, report) => byNumber.get(flightNumber)?.restore(report));',
    replace: '',
  },
  {
    name: 'ids-stay-known',
    sentence: 'A position with an id that was refused is taken for a repeat when it comes again.',
    file: 'src/tracking/flight/identified-positions.ts',
    find: 'for (let index = 0; index < fresh.length; index++) all.forget(idOf(index));',
    replace: '',
  },
];
