import type { ExportedTrack } from './exported-track.ts';
import { iso, metres, xml } from './xml.ts';

/** Writes KML 2.2: a line, a timed track for replay, and a placemark for each event and change of phase. */
export function writeKml({ name, positions, marks }: ExportedTrack): string {
  const height = (feet: number | null) => (feet === null ? '0' : metres(feet));
  const line = positions.map(({ lat, lon, altitudeMslFt }) => `${lon},${lat},${height(altitudeMslFt)}`);
  const whens = positions.map(({ recordedAt }) => `<when>${iso(recordedAt)}</when>`);
  const coords = positions.map(({ lat, lon, altitudeMslFt }) => {
    return `<gx:coord>${lon} ${lat} ${height(altitudeMslFt)}</gx:coord>`;
  });
  const places = marks.map(
    ({ text, at, lat, lon }) =>
      `<Placemark><name>${xml(text)}</name><TimeStamp><when>${iso(at)}</when></TimeStamp><Point><coordinates>${lon},${lat}</coordinates></Point></Placemark>`,
  );
  // KML colours are alpha, blue, green, red.
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${xml(name)}</name>
<Style id="track"><LineStyle><color>ffc08f2b</color><width>3</width></LineStyle><PolyStyle><color>40c08f2b</color></PolyStyle></Style>
<Placemark><name>${xml(name)}</name><styleUrl>#track</styleUrl><LineString><extrude>1</extrude><altitudeMode>absolute</altitudeMode><coordinates>
${line.join('\n')}
</coordinates></LineString></Placemark>
<Placemark><name>${xml(name)} (replay)</name><styleUrl>#track</styleUrl><gx:Track><altitudeMode>absolute</altitudeMode>
${whens.join('\n')}
${coords.join('\n')}
</gx:Track></Placemark>
${places.join('\n')}
</Document>
</kml>
`;
}
