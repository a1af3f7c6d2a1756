import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { nearLon } from '../../lib/great-circle.ts';
import { clipTo } from './clip.ts';
import { type MapFrame, pathOf, project, toPixel } from './map-frame.ts';

type Point = readonly [number, number];

/** The outline of a piece of land in world coordinates, with its bounds. */
export interface Ring {
  readonly points: readonly Point[];
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

const require = createRequire(import.meta.url);
/** A map on which the world is wider than this, in pixels, gets the finer outlines. */
const fineFrom = 2_500;
const loaded = new Map<string, readonly Ring[]>();

/** Returns the countries that a map shows, as one SVG path. Outlines are read with their first use. */
export function landPath(frame: MapFrame): string {
  const rings = loadOutlines(frame.scale > fineFrom ? 'countries-50m' : 'countries-110m');
  return rings.map((ring) => ringPath(frame, ring)).join('');
}

function ringPath(frame: MapFrame, { points, west, east, north, south }: Ring): string {
  const { box, scale } = frame;
  const edge = 8 / scale;
  const view = {
    west: frame.west - edge,
    east: frame.west + box.width / scale + edge,
    north: frame.north - edge,
    south: frame.north + box.height / scale + edge,
  };
  if (south < view.north || north > view.south) return '';
  let path = '';
  for (let turn = Math.ceil(view.west - east); turn <= view.east - west; turn++) {
    const clipped = clipTo(view, turn === 0 ? points : points.map(([x, y]): Point => [x + turn, y]));
    if (clipped.length > 2) path += `${pathOf(clipped.map(([x, y]) => toPixel(frame, x, y)))}Z`;
  }
  return path;
}

function loadOutlines(name: string): readonly Ring[] {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(require.resolve(`world-atlas/${name}.json`), 'utf8');
  const topology = JSON.parse(text) as Topology<{ countries: GeometryCollection }>;
  const rings = feature(topology, topology.objects.countries).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.map(toRing);
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().map(toRing) : [];
  });
  loaded.set(name, rings);
  return rings;
}

/** Longitudes continue beyond ±180. A line around the whole world (Antarctica) is closed through its pole. */
function toRing(line: readonly (readonly number[])[]): Ring {
  let before = line[0]?.[0] ?? 0;
  const places = line.map(([lon = 0, lat = 0]) => {
    before = nearLon(lon, before);
    return { lon: before, lat };
  });
  const [first, last] = [places[0], places.at(-1)];
  if (first !== undefined && last !== undefined && Math.abs(last.lon - first.lon) > 300) {
    const lat = last.lat < 0 ? -90 : 90;
    places.push({ lon: last.lon, lat }, { lon: first.lon, lat });
  }
  const points = places.map(project);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { points, west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
}
