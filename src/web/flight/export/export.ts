import { table } from '../../../lib/table.ts';
import { flightName } from '../../../tracking/model.ts';
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
  write(track: ExportedTrack): string;
}

/** Export formats by file extension. */
export const formats = table<Format>({
  gpx: { type: 'application/gpx+xml; charset=utf-8', write: writeGpx },
  kml: { type: 'application/vnd.google-earth.kml+xml; charset=utf-8', write: writeKml },
  geojson: { type: 'application/geo+json; charset=utf-8', write: writeGeojson },
  csv: { type: 'text/csv; charset=utf-8; header=present', write: writeCsv },
});

export function formatOf(ending: string): Format | undefined {
  return Object.hasOwn(formats, ending) ? formats[ending] : undefined;
}

export function toExport(record: FlightRecord, audience: Audience): ExportedTrack {
  const { plan } = record.view.flight;
  const callsign = flightName(plan);
  return {
    name: `${callsign} ${plan.departure.icao}–${plan.arrival.icao}`,
    callsign,
    positions: record.positions,
    marks: marksOf(record, audience).flatMap((mark) => {
      const nearest = nearestInTime(record.positions, mark.at);
      return nearest === null ? [] : [{ ...mark, lat: nearest.lat, lon: nearest.lon }];
    }),
  };
}

function nearestInTime(positions: FlightRecord['positions'], at: number) {
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
