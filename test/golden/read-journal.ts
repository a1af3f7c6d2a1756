import type { Journal } from '../../src/journal/journal.ts';

/** Everything that a journal returns to its readers, as plain JSON. */
export async function readJournal(journal: Journal, flightNumbers: readonly number[]): Promise<unknown> {
  const unsealed: unknown[] = [];
  journal.eachUnsealed((flight, report) => unsealed.push({ flight, report }));
  const flights = [];
  for (const number of flightNumbers) {
    flights.push({
      number,
      sealed: journal.readSealed(number),
      reports: await journal.readReports(number),
    });
  }
  const read = {
    initial: journal.initial,
    unsealed,
    flights,
    documents: await journal.listFlights({}),
    note: journal.readNote('golden'),
    audit: await journal.listAudit(10),
    changes: await journal.changes.read(0, 10),
    cursor: journal.changes.cursor('golden'),
  };
  return JSON.parse(JSON.stringify(read));
}
