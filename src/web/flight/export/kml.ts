import { type ExportedTrack, inPieces } from './exported-track.ts';
import { iso, metres, xml } from './xml.ts';

/** Writes KML 2.2: a line, a timed track for replay, and a placemark for each event and change of phase. */
export function* writeKml({ name, positions, marks }: ExportedTrack): Generator<string, void> {
  const height = (feet: number | null) => (feet === null ? '0' : metres(feet));
  // KML colours are alpha, blue, green, red.
  yield `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${xml(name)}</name>
<Style id="track"><LineStyle><color>ffc08f2b</color><width>3</width></LineStyle><PolyStyle><color>40c08f2b</color></PolyStyle></Style>
<Placemark><name>${xml(name)}</name><styleUrl>#track</styleUrl><LineString><extrude>1</extrude><altitudeMode>absolute</altitudeMode><coordinates>
`;
  yield* inPieces(positions, '\n', ({ lat, lon, altitudeMslFt }) => `${lon},${lat},${height(altitudeMslFt)}`);
  yield `
</coordinates></LineString></Placemark>
<Placemark><name>${xml(name)} (replay)</name><styleUrl>#track</styleUrl><gx:Track><altitudeMode>absolute</altitudeMode>
`;
  yield* inPieces(positions, '\n', ({ recordedAt }) => `<when>${iso(recordedAt)}</when>`);
  yield '\n';
  yield* inPieces(
    positions,
    '\n',
    ({ lat, lon, altitudeMslFt }) => `<gx:coord>${lon} ${lat} ${height(altitudeMslFt)}</gx:coord>`,
  );
  yield `
</gx:Track></Placemark>
`;
  yield* inPieces(
    marks,
    '\n',
    ({ text, at, lat, lon }) =>
      `<Placemark><name>${xml(text)}</name><TimeStamp><when>${iso(at)}</when></TimeStamp><Point><coordinates>${lon},${lat}</coordinates></Point></Placemark>`,
  );
  yield `
</Document>
</kml>
`;
}
