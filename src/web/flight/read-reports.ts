import type { Report } from '../../tracking/model.ts';
import type { Records } from '../records.ts';
import type { Turn } from '../waiting.ts';

/** Number of reports read in one turn, as many as are sealed together. */
const readAtOnce = 2_048;
/** Number of reports worked on between two turns: a few milliseconds. */
const pieceLength = 500;

/** Reads the reports of a flight after this number in the order of their arrival, a piece in each turn. */
export async function* readInPieces(
  records: Pick<Records, 'readReports'>,
  flight: number,
  after: number,
  turn: Turn,
): AsyncGenerator<readonly Report[], void> {
  for (let last = after; ; ) {
    await turn();
    const reports = await records.readReports(flight, { after: last, limit: readAtOnce });
    for (let from = 0; from < reports.length; from += pieceLength) {
      await turn();
      yield reports.slice(from, from + pieceLength);
    }
    if (reports.length < readAtOnce) return;
    last = reports.at(-1)?.number ?? last;
  }
}
