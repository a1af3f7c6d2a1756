import type { Position } from '../../../src/tracking/model.ts';
import { type PositionField, positionFields } from '../../../src/tracking/position/position.ts';
import { member, readJson } from '../wire.ts';

/** A point of an exported track, as far as every format has it. */
interface Point {
  readonly lat: number;
  readonly lon: number;
  readonly at: number;
  /** Above sea level; null where the format leaves it out. */
  readonly metres: number | null;
}

/** Names that say their unit themselves. */
const namesUnit = /_pct$/;

/** What the client alone says, which the public does not get. */
const ofTheClient: ReadonlySet<string> = new Set(['transponder', 'autopilot', 'simTime']);

/** What is wrong with the rows of a file of comma-separated values, by every column; null when nothing is. */
export function csvProblem(text: string, stored: readonly Position[], isPublic: boolean): string | null {
  const [head = [], ...rows] = text.trimEnd().split('\r\n').map(cellsOf);
  if (rows.length !== stored.length) return `has ${rows.length} rows of ${stored.length} positions`;
  const wanted = positionFields.map((field) =>
    'unit' in field && !namesUnit.test(field.wire) ? `${field.wire}_${field.unit}` : field.wire,
  );
  if (head.join() !== [...wanted, 'mark'].join()) return `begins with ${head.join()}`;
  for (const [index, position] of stored.entries())
    for (const [column, field] of positionFields.entries()) {
      const expected = isPublic && ofTheClient.has(field.name) ? null : position[field.name];
      const cell = rows[index]?.[column] ?? '';
      if (!isCell(cell, field.kind, expected)) return `has ${head[column]} "${cell}" for ${JSON.stringify(expected)}`;
    }
  return null;
}

function isCell(cell: string, kind: PositionField['kind'], expected: Position[keyof Position]): boolean {
  if (expected === null) return cell === '';
  if (typeof expected === 'boolean') return cell === (expected ? '1' : '0');
  if (kind === 'instant') return Date.parse(cell) === expected;
  return typeof expected === 'number' ? cell !== '' && Number(cell) === expected : cell === expected;
}

function cellsOf(line: string): readonly string[] {
  const cells = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,"]*)(?=,|$)/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

/** What is wrong with the points of another format; null when nothing is. */
export function pointsProblem(ending: string, text: string, stored: readonly Position[]): string | null {
  // A line of one point is none.
  if (ending === 'geojson' && stored.length < 2) return null;
  const points = readers[ending]?.(text) ?? [];
  if (points.length !== stored.length) return `has ${points.length} points of ${stored.length} positions`;
  const wrong = stored.findIndex((position, index) => !isPoint(points[index], position, ending));
  const { lat, lon, recordedAt, altitudeMslFt } = stored[wrong] ?? {};
  return wrong < 0
    ? null
    : `has ${JSON.stringify(points[wrong])} for ${lat}/${lon}, at ${recordedAt}, ${altitudeMslFt} ft`;
}

function isPoint(point: Point | undefined, { lat, lon, recordedAt, altitudeMslFt }: Position, ending: string): boolean {
  if (point?.lat !== lat || point.lon !== lon || point.at !== recordedAt) return false;
  // A line of KML needs a height.
  if (altitudeMslFt === null) return point.metres === (ending === 'kml' ? 0 : null);
  return point.metres !== null && Math.abs(point.metres - altitudeMslFt * 0.3048) < 0.0501;
}

const readers: Readonly<Record<string, (text: string) => readonly Point[]>> = {
  gpx(text) {
    const point = /<trkpt lat="([^"]+)" lon="([^"]+)">(?:<ele>([^<]+)<\/ele>)?<time>([^<]+)<\/time><\/trkpt>/g;
    return [...text.matchAll(point)].map(([, lat, lon, metres, at = '']) => ({
      lat: Number(lat),
      lon: Number(lon),
      at: Date.parse(at),
      metres: metres === undefined ? null : Number(metres),
    }));
  },
  kml(text) {
    const [, replay = ''] = /<gx:Track>([\s\S]*)<\/gx:Track>/.exec(text) ?? [];
    const times = [...replay.matchAll(/<when>([^<]+)<\/when>/g)].map(([, at = '']) => Date.parse(at));
    const line = /<coordinates>\n([^<]*)\n<\/coordinates>/.exec(text)?.[1]?.split('\n') ?? [];
    return [...replay.matchAll(/<gx:coord>([^ ]+) ([^ ]+) ([^<]+)<\/gx:coord>/g)].map(
      ([, lon, lat, metres], index) => ({
        lat: Number(lat),
        // Of two lines in one file both must say it.
        lon: line[index] === `${lon},${lat},${metres}` ? Number(lon) : Number.NaN,
        at: times[index] ?? Number.NaN,
        metres: Number(metres),
      }),
    );
  },
  geojson(text) {
    const features = member(readJson(text), 'features');
    const [track] = Array.isArray(features) ? features : [];
    const times = member(member(track, 'properties'), 'times') as readonly string[] | undefined;
    const coordinates = member(member(track, 'geometry'), 'coordinates') as readonly (readonly number[])[] | undefined;
    return (coordinates ?? []).map(([lon, lat, metres], index) => ({
      lat: lat ?? Number.NaN,
      lon: lon ?? Number.NaN,
      at: Date.parse(times?.[index] ?? ''),
      metres: metres ?? null,
    }));
  },
};
