import { type ExportedTrack, inPieces } from './exported-track.ts';
import { iso, metres, xml } from './xml.ts';

/** Writes GPX 1.1: the track with elevations in metres above sea level, and a waypoint for each event and change of phase. */
export function* writeGpx({ name, positions, marks }: ExportedTrack): Generator<string, void> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Tracker" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>${xml(name)}</name></metadata>
`;
  yield* inPieces(
    marks,
    '\n',
    ({ lat, lon, at, text, kind }) =>
      `<wpt ${place(lat, lon)}><time>${iso(at)}</time><name>${xml(text)}</name><type>${kind}</type></wpt>`,
  );
  yield `
<trk><name>${xml(name)}</name><trkseg>
`;
  yield* inPieces(positions, '\n', ({ lat, lon, altitudeMslFt, recordedAt }) => {
    const height = altitudeMslFt === null ? '' : `<ele>${metres(altitudeMslFt)}</ele>`;
    return `<trkpt ${place(lat, lon)}>${height}<time>${iso(recordedAt)}</time></trkpt>`;
  });
  yield `
</trkseg></trk>
</gpx>
`;
}

/** Formats a latitude or longitude for GPX: a decimal, never `1e-7`; 180 is written as −180. */
function place(lat: number, lon: number): string {
  return `lat="${decimal(lat)}" lon="${decimal(lon === 180 ? -180 : lon)}"`;
}

function decimal(degrees: number): string {
  return Math.abs(degrees) < 1e-6 ? degrees.toFixed(9) : String(degrees);
}
