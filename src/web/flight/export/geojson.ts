import type { Position } from '../../../tracking/model.ts';
import { columns, type ExportedTrack } from './exported-track.ts';
import { iso } from './xml.ts';

type Coordinate = readonly [lon: number, lat: number, metres?: number];

/** Writes GeoJSON (RFC 7946): the track with its times, cut at the antimeridian, and a point for each event and change of phase. */
export function writeGeojson({ name, callsign, positions, marks }: ExportedTrack): string {
  const features = marks.map(({ text, kind, at, lat, lon }) => ({
    type: 'Feature',
    properties: { kind, text, time: iso(at) },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  }));
  if (positions.length >= 2) features.unshift(trackFeature(name, callsign, positions) as never);
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
}

function trackFeature(name: string, callsign: string, positions: readonly Position[]) {
  const lines = cutAtAntimeridian(positions);
  return {
    type: 'Feature',
    properties: {
      name,
      callsign,
      times: positions.map(({ recordedAt }) => iso(recordedAt)),
      groundSpeedsKt: positions.map(({ groundSpeedKt }) => groundSpeedKt),
      readings: readingsOf(positions),
    },
    geometry:
      lines.length === 1
        ? { type: 'LineString', coordinates: lines[0] }
        : { type: 'MultiLineString', coordinates: lines },
  };
}

/** Returns the values of every field, one per position; fields that no position has are omitted. */
function readingsOf(positions: readonly Position[]) {
  const readings = columns.map(({ name, read }) => [name, positions.map(read)] as const);
  return Object.fromEntries(readings.filter(([, values]) => values.some((value) => value !== null)));
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
