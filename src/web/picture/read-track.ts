import type { FlightView } from '../../tracking/figures/flight-view.ts';
import type { Position } from '../../tracking/model.ts';
import type { Records } from '../records.ts';

/** A position: time in milliseconds since the epoch, altitude in feet, heading in degrees. */
export interface TrackPoint {
  readonly lat: number;
  readonly lon: number;
  readonly at: number;
  readonly altitudeFt: number | null;
  readonly headingDeg: number | null;
}

/** Number of reports read at once, as many as are sealed together: a flight of a day is never in memory as a whole. */
const readAtOnce = 2_000;
/** Number of positions that a picture shows; a few more, for its ends and heights. */
const maxPoints = 1_500;

/** Reads a flight's track from the journal, piece by piece, and thins it. */
export async function readTrack(
  records: Pick<Records, 'readReports'>,
  { flight, positionCount }: FlightView,
): Promise<readonly TrackPoint[]> {
  const track: TrackPoint[] = [];
  let after = 0;
  for (;;) {
    const reports = await records.readReports(flight.number, { after, limit: readAtOnce });
    const positions = reports.flatMap((report) => (report.kind === 'position' ? [report.position] : []));
    track.push(...sample(positions, Math.ceil(positionCount / maxPoints)).map(pointOf));
    after = reports.at(-1)?.number ?? after;
    if (reports.length < readAtOnce) return track.sort((a, b) => a.at - b.at);
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

function pointOf({ lat, lon, recordedAt, altitudeMslFt, headingDeg }: Position): TrackPoint {
  return { lat, lon, at: recordedAt, altitudeFt: altitudeMslFt, headingDeg };
}
