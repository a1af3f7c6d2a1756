import type { FlightView } from '../../tracking/flight-view.ts';
import { emptyFold, foldEvent, foldPosition } from '../../tracking/fold.ts';
import type { Fold } from '../../tracking/fold-state.ts';
import type { Position, Report } from '../../tracking/model.ts';
import type { Records } from '../records.ts';

/** A position: time in milliseconds since the epoch, altitude in feet, heading in degrees. */
export interface TrackPoint {
  readonly lat: number;
  readonly lon: number;
  readonly at: number;
  readonly altitudeFt: number | null;
  readonly headingDeg: number | null;
}

/** What was flown: the track, thinned, and the totals of a flight that has no receipt. */
export interface Flown {
  readonly track: readonly TrackPoint[];
  readonly totals: Fold | null;
}

/** Number of reports read at once, as many as are sealed together: a flight of a day is never in memory as a whole. */
const readAtOnce = 2_000;
/** Number of positions that a picture shows; a few more, for its ends and heights. */
const maxPoints = 1_500;

/** Reads a flight's track from the journal, piece by piece. */
export async function readFlown(
  records: Pick<Records, 'readReports'>,
  { flight, positionCount }: FlightView,
): Promise<Flown> {
  const totals = flight.receipt === null ? emptyFold(flight.startedAt) : null;
  const track: TrackPoint[] = [];
  let after = 0;
  for (;;) {
    const reports = await records.readReports(flight.number, { after, limit: readAtOnce });
    const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
    track.push(...sample(positions, Math.ceil(positionCount / maxPoints)).map(pointOf));
    if (totals !== null) add(totals, reports);
    after = reports.at(-1)?.number ?? after;
    if (reports.length < readAtOnce) return { track: track.sort((a, b) => a.at - b.at), totals };
  }
}

/** Returns every nth position, the last one and the highest one. */
function sample(positions: readonly Position[], every: number): readonly Position[] {
  let highest = 0;
  positions.forEach(({ altitudeMslFt }, index) => {
    if ((altitudeMslFt ?? -1e9) > (positions[highest]?.altitudeMslFt ?? -1e9)) highest = index;
  });
  return positions.filter((_, index) => index % every === 0 || index === highest || index === positions.length - 1);
}

function add(totals: Fold, reports: readonly Report[]): void {
  for (const report of reports) {
    if (report.kind === 'position') foldPosition(totals, report.position);
    else foldEvent(totals, report.event);
  }
}

function pointOf({ lat, lon, recordedAt, altitudeMslFt, headingDeg }: Position): TrackPoint {
  return { lat, lon, at: recordedAt, altitudeFt: altitudeMslFt, headingDeg };
}
