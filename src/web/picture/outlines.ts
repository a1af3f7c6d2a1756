import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bounds, clipTo, runsWithin } from './clip.ts';
import { type MapFrame, pathOf, toPixel } from './map-frame.ts';

type Point = readonly [number, number];

/** A line in world coordinates, with its bounds. */
interface Line extends Bounds {
  readonly points: readonly Point[];
}

interface Outlines {
  readonly land: readonly Line[];
  readonly lakes: readonly Line[];
  readonly borders: readonly Line[];
}

/** What a map shows of the ground, as SVG paths: areas to fill, and lines. */
export interface Ground {
  readonly land: string;
  readonly lakes: string;
  readonly coasts: string;
  readonly borders: string;
}

/** The basemap of the pages, as `build/basemap.ts` writes it. */
const folder = join(import.meta.dirname, '../browser/ground');
/** A map on which the world is wider than this, in pixels, gets the finer outlines. */
const fineFrom = 2_500;
const loaded = new Map<string, Outlines>();

/** Returns the ground that a map shows. Outlines are read with their first use. */
export function groundOf(frame: MapFrame): Ground {
  const { land, lakes, borders } = loadOutlines(frame.scale > fineFrom ? 'world-fine' : 'world-coarse');
  const { box, scale } = frame;
  const edge = 8 / scale;
  const view = {
    west: frame.west - edge,
    east: frame.west + box.width / scale + edge,
    north: frame.north - edge,
    south: frame.north + box.height / scale + edge,
  };
  const areas = (lines: readonly Line[]) =>
    lines.flatMap((line) => turns(view, line).map((each) => clipTo(view, each)));
  const [landAreas, lakeAreas] = [areas(land), areas(lakes)];
  const path = (points: readonly Point[]) => pathOf(points.map(([x, y]) => toPixel(frame, x, y)));
  const closed = (outlines: readonly (readonly Point[])[]) =>
    outlines.map((outline) => (outline.length > 2 ? `${path(outline)}Z` : '')).join('');
  const lines = (runs: readonly (readonly Point[])[]) => runs.map(path).join('');
  return {
    land: closed(landAreas),
    lakes: closed(lakeAreas),
    coasts: lines([...landAreas, ...lakeAreas].flatMap(coastsOf)),
    borders: lines(borders.flatMap((line) => turns(view, line).flatMap((each) => runsWithin(view, each)))),
  };
}

/** The line as often as the map shows it: the world repeats to the west and the east. */
function turns(view: Bounds, { points, west, east, north, south }: Line): readonly (readonly Point[])[] {
  if (south < view.north || north > view.south) return [];
  const copies: (readonly Point[])[] = [];
  for (let turn = Math.ceil(view.west - east); turn <= view.east - west; turn++)
    copies.push(turn === 0 ? points : points.map(([x, y]): Point => [x + turn, y]));
  return copies;
}

/** An outline without the sides where the data cut the world at the antimeridian and at the poles. */
function coastsOf(outline: readonly Point[]): readonly (readonly Point[])[] {
  const isCut = ([x0, y0]: Point, [x1, y1]: Point) => {
    const isEdge = Math.abs(x0 - Math.round(x0)) < 1e-4 && Math.abs(x1 - x0) < 1e-4;
    return isEdge || (y0 > 0.9999 && y1 > 0.9999) || (y0 < 0.0001 && y1 < 0.0001);
  };
  const [first] = outline;
  if (first === undefined) return [];
  const runs: Point[][] = [[]];
  let before = first;
  for (const point of [...outline, first]) {
    if (point !== before && isCut(before, point)) runs.push([]);
    runs.at(-1)?.push(point);
    before = point;
  }
  return runs.filter(({ length }) => length > 1);
}

function loadOutlines(name: string): Outlines {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const { size, ...lines } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as {
    readonly [K in keyof Outlines]: readonly (readonly number[])[];
  } & { readonly size: number };
  const decode = (steps: readonly (readonly number[])[]) => steps.map((each) => toLine(each, size));
  const outlines = { land: decode(lines.land), lakes: decode(lines.lakes), borders: decode(lines.borders) };
  loaded.set(name, outlines);
  return outlines;
}

/** @param steps - a place, then steps to the next ones */
function toLine(steps: readonly number[], size: number): Line {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < steps.length; at += 2) {
    x += (steps[at] ?? 0) / size;
    y += (steps[at + 1] ?? 0) / size;
    points.push([x, y]);
  }
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
  return { points, west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}
