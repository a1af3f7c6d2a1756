import type { Outcome, Report, Result } from './kit.ts';

const marks: Readonly<Record<Outcome, string>> = {
  held: 'ok      ',
  deviates: 'DEVIATES',
  known: 'known   ',
  'left-out': 'left out',
};

/** One line for a check that held; for any other a second one with what was seen. */
export function resultText({ id, requires, outcome, seen }: Result): string {
  const line = `${marks[outcome]}  ${id}: ${requires}`;
  return seen === null ? line : `${line}\n            ${seen}`;
}

/** The last line of a contract's report. */
export function summaryText({ contract, baseUrl, requests, results }: Report): string {
  const count = (outcome: Outcome) => results.filter((each) => each.outcome === outcome).length;
  const parts = [
    `${count('held')} of ${results.length} requirements held`,
    ...(['deviates', 'known', 'left-out'] as const).flatMap((outcome) =>
      count(outcome) === 0 ? [] : [`${count(outcome)} ${words[outcome]}`],
    ),
  ];
  return `${contract} at ${baseUrl}: ${parts.join(', ')} (${requests} requests).`;
}

const words = { deviates: 'did not', known: 'known faults', 'left-out': 'left out' } as const;
