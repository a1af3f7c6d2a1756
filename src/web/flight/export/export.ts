import { table } from '../../../lib/table.ts';
import { wayOf } from '../../../tracking/figures/arrival.ts';
import { flightName, type Position } from '../../../tracking/model.ts';
import type { Audience } from '../audience.ts';
import type { FlightRecord } from '../record.ts';
import { marksOf } from '../track.ts';
import { writeCsv } from './csv.ts';
import type { ExportedTrack } from './exported-track.ts';
import { writeGeojson } from './geojson.ts';
import { writeGpx } from './gpx.ts';
import { writeKml } from './kml.ts';

/** An export format. */
export interface Format {
  readonly type: string;
  /** Writes the file in pieces of a few milliseconds. */
  pieces(track: ExportedTrack): Generator<string, void>;
}

/** Export formats by file extension. */
export const formats = table<Format>({
  gpx: { type: 'application/gpx+xml; charset=utf-8', pieces: writeGpx },
  kml: { type: 'application/vnd.google-earth.kml+xml; charset=utf-8', pieces: writeKml },
  geojson: { type: 'application/geo+json; charset=utf-8', pieces: writeGeojson },
  csv: { type: 'text/csv; charset=utf-8; header=present', pieces: writeCsv },
});

export function formatOf(ending: string): Format | undefined {
  return Object.hasOwn(formats, ending) ? formats[ending] : undefined;
}

/** @param positions - all of them, as this audience sees them */
export function toExport(record: FlightRecord, positions: readonly Position[], audience: Audience): ExportedTrack {
  const { flight } = record.view;
  const callsign = flightName(flight.plan);
  return {
    name: `${callsign} ${wayOf(flight, '–')}`,
    callsign,
    positions,
    marks: marksOf(record, audience).flatMap((mark) => {
      const nearest = nearestInTime(positions, mark.at);
      return nearest === null ? [] : [{ ...mark, lat: nearest.lat, lon: nearest.lon }];
    }),
  };
}

function nearestInTime(positions: readonly Position[], at: number) {
  let [low, high] = [0, positions.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle]?.recordedAt ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [positions[low - 1], positions[low]];
  if (before === undefined || after === undefined) return after ?? before ?? null;
  return at - before.recordedAt < after.recordedAt - at ? before : after;
}

/** Returns a file name that is valid on every operating system. */
export function fileName({ callsign, positions }: ExportedTrack, ending: string): string {
  const day = new Date(positions[0]?.recordedAt ?? 0).toISOString().slice(0, 10);
  return `${callsign.replace(/[^A-Za-z0-9-]/g, '') || 'flight'}-${day}.${ending}`;
}
