import { mercator, nearLon } from './geo.js';

/** @typedef {{ points: Float64Array, west: number, east: number, north: number, south: number }} Ring a line in the Mercator square with its bounds; it continues beyond the square where it crosses the antimeridian */
/** @typedef {{ name: string, x: number, y: number, width: number }} CountryName */
/** @typedef {{ land: Ring[], coasts: Ring[], borders: Ring[], names: CountryName[] }} Atlas */

/** Loads outlines of the world, ready to draw. @param {string} url @returns {Promise<Atlas>} */
export async function loadAtlas(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The outlines of the world could not be loaded (${answer.status}).`);
  /** @type {import('topojson-specification').Topology<{ countries: import('topojson-specification').GeometryCollection<{ name: string }> }>} */
  const topology = await answer.json();
  const { countries } = topology.objects;
  const features = topojson.feature(topology, countries).features;
  /** @type {Ring[]} */
  const land = [];
  /** @type {CountryName[]} */
  const names = [];
  for (const { geometry, properties } of features) {
    const rings = polygonsOf(geometry).map((polygon) => polygon.map(toRing));
    land.push(...rings.flat());
    const largest = rings
      .map(([outer]) => outer)
      .filter((ring) => ring !== undefined)
      .sort(bySize)[0];
    if (largest !== undefined) names.push(nameOf(properties.name, largest));
  }
  return {
    land,
    names: names.sort((a, b) => b.width - a.width),
    coasts: lines(topojson.mesh(topology, countries, (a, b) => a === b)),
    borders: lines(topojson.mesh(topology, countries, (a, b) => a !== b)),
  };
}

/** @param {GeoJSON.Geometry} geometry @returns {GeoJSON.Position[][][]} */
function polygonsOf(geometry) {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

/** @param {GeoJSON.MultiLineString} mesh @returns {Ring[]} */
function lines(mesh) {
  return mesh.coordinates.map((line) => toLine(line));
}

/** Closes a line; one that goes around the whole world (Antarctica) is closed through its pole. @param {GeoJSON.Position[]} points @returns {Ring} */
function toRing(points) {
  const turns = unwrapped(points);
  const [begin = [0, 0], end = [0, 0]] = [turns[0], turns.at(-1)];
  const [[first = 0, lat = 0], [last = 0]] = [begin, end];
  if (Math.abs(last - first) < 300) return measured(turns);
  const pole = lat < 0 ? -90 : 90;
  return measured([...turns, [last, pole], [first, pole], begin]);
}

/** Unwraps longitudes beyond ±180, so that the line never jumps across the map. @param {GeoJSON.Position[]} points */
function unwrapped(points) {
  let before = points[0]?.[0] ?? 0;
  return points.map(([lon = 0, lat = 0]) => {
    before = nearLon(lon, before);
    return [before, lat];
  });
}

/** @param {GeoJSON.Position[]} line @returns {Ring} */
function toLine(line) {
  return measured(unwrapped(line));
}

/** @param {number[][]} line with longitudes that never jump @returns {Ring} */
function measured(line) {
  const points = new Float64Array(line.length * 2);
  let [west, east, north, south] = [9, -9, 9, -9];
  line.forEach(([lon = 0, lat = 0], index) => {
    const [x, y] = mercator({ lat, lon });
    points[index * 2] = x;
    points[index * 2 + 1] = y;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  });
  return { points, west, east, north, south };
}

/** @param {Ring} a @param {Ring} b */
function bySize(a, b) {
  return (b.east - b.west) * (b.south - b.north) - (a.east - a.west) * (a.south - a.north);
}

/** Returns the centre of a country's largest part, by area. @param {string} name @param {Ring} ring @returns {CountryName} */
function nameOf(name, { points, west, east }) {
  let [area, x, y] = [0, 0, 0];
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.subarray(at, at + 4);
    const cross = x0 * y1 - x1 * y0;
    area += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  }
  return { name, x: (((x / (3 * area)) % 1) + 1) % 1, y: y / (3 * area), width: east - west };
}
