import type { Position } from '../../../tracking/model.ts';
import { columns, type ExportedTrack, inPieces } from './exported-track.ts';
import { iso } from './xml.ts';

type Coordinate = readonly [lon: number, lat: number, metres?: number];

/** Writes GeoJSON (RFC 7946): the track with its times, cut at the antimeridian, and a point for each event and change of phase. */
export function* writeGeojson({ name, callsign, positions, marks }: ExportedTrack): Generator<string, void> {
  yield '{"type":"FeatureCollection","features":[';
  const hasTrack = positions.length >= 2;
  if (hasTrack) yield* writeTrack(name, callsign, positions);
  if (hasTrack && marks.length > 0) yield ',';
  yield* inPieces(marks, ',', ({ text, kind, at, lat, lon }) =>
    JSON.stringify({
      type: 'Feature',
      properties: { kind, text, time: iso(at) },
      geometry: { type: 'Point', coordinates: [lon, lat] },
    }),
  );
  yield ']}\n';
}

function* writeTrack(name: string, callsign: string, positions: readonly Position[]): Generator<string, void> {
  yield `{"type":"Feature","properties":{"name":${JSON.stringify(name)},"callsign":${JSON.stringify(callsign)},"times":`;
  yield* writeList(positions, ({ recordedAt }) => iso(recordedAt));
  yield ',"groundSpeedsKt":';
  yield* writeList(positions, ({ groundSpeedKt }) => groundSpeedKt);
  yield ',"readings":{';
  yield* writeReadings(positions);
  yield '}},"geometry":';
  const lines = cutAtAntimeridian(positions);
  const isOne = lines.length === 1;
  yield `{"type":"${isOne ? 'LineString' : 'MultiLineString'}","coordinates":${isOne ? '' : '['}`;
  for (const [index, line] of lines.entries()) {
    if (index > 0) yield ',';
    yield* writeList(line, (coordinate) => coordinate);
  }
  yield `${isOne ? '' : ']'}}}`;
}

/** Writes the values of every field, one per position; fields that no position has are omitted. */
function* writeReadings(positions: readonly Position[]): Generator<string, void> {
  let isFirst = true;
  for (const { name, read } of columns) {
    // Nothing but a turn for others, where a field is looked for in vain.
    yield '';
    if (!positions.some((position) => read(position) !== null)) continue;
    yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    yield* writeList(positions, read);
    isFirst = false;
  }
}

function* writeList<T>(items: readonly T[], cellOf: (item: T) => unknown): Generator<string, void> {
  yield '[';
  yield* inPieces(items, ',', (item) => JSON.stringify(cellOf(item)));
  yield ']';
}

/** Splits a line at the antimeridian: each part ends at ±180, where the next begins. Parts of one point are omitted. */
export function cutAtAntimeridian(positions: readonly Position[]): readonly (readonly Coordinate[])[] {
  const lines: Coordinate[][] = [[]];
  let before: Position | null = null;
  for (const position of positions) {
    if (before !== null && Math.abs(position.lon - before.lon) > 180) {
      const side = before.lon > 0 ? 180 : -180;
      const lat = latOnEdge(before, position);
      lines.at(-1)?.push([side, lat]);
      lines.push([[-side, lat]]);
    }
    lines.at(-1)?.push(coordinate(position));
    before = position;
  }
  return lines.filter((line) => line.length >= 2);
}

function latOnEdge(from: Position, to: Position): number {
  const left = 180 - Math.abs(from.lon);
  const whole = left + 180 - Math.abs(to.lon);
  return from.lat + (whole === 0 ? 0 : (left / whole) * (to.lat - from.lat));
}

function coordinate({ lat, lon, altitudeMslFt }: Position): Coordinate {
  return altitudeMslFt === null ? [lon, lat] : [lon, lat, Math.round(altitudeMslFt * 3.048) / 10];
}
