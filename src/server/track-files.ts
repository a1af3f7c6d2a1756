import type { Journal } from '../journal/journal.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import type { Report } from '../tracking/model.ts';
import { formats, toExport } from '../web/flight/export/export.ts';
import { FlightRecords, readInOrder } from '../web/flight/flight-records.ts';
import { publicPosition } from '../web/flight/record.ts';

/** The files of a track as visitors download them, and what they were made of. */
export interface TrackFiles {
  /** Positions that the flight's page counts. */
  readonly positionCount: number;
  /** In the order of time. */
  readonly reports: readonly Report[];
  /** Each whole file, by its ending. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes the files of tracks at once, without turns and compression: for those who judge them. */
export function openTrackFiles(journal: Pick<Journal, 'readReports'>) {
  const records = new FlightRecords(journal);
  const turn = async () => undefined;
  return async (view: FlightView, isPublic: boolean): Promise<TrackFiles> => {
    const record = await records.read(view, isPublic, turn);
    const reports = await readInOrder(journal, view.flight, turn);
    const positions = reports.flatMap((each) => (each.kind === 'position' ? [each.position] : []));
    const seen = isPublic ? positions.map(publicPosition) : positions;
    const track = toExport(record, seen, isPublic ? 'public' : 'operator');
    const files = Object.entries(formats).map(([ending, { pieces }]) => [ending, [...pieces(track)].join('')]);
    return { positionCount: record.positionCount, reports, files: Object.fromEntries(files) };
  };
}
