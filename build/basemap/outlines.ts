/** Outlines of one scale. Each line is `x, y`, then steps to the next point, in a Mercator square of `size` steps with its origin in the north-west. */
export interface Outlines {
  readonly size: number;
  readonly land: readonly (readonly number[])[];
  readonly lakes: readonly (readonly number[])[];
  readonly borders: readonly (readonly number[])[];
}

type Points = readonly GeoJSON.Position[];

/** Latitude at which a Mercator map becomes a square. */
const edge = 85.0511287798;

/** @returns the rings of polygons, holes as rings of their own: they are filled by the even-odd rule */
export function polygonsOf(features: readonly GeoJSON.Feature[], size: number): readonly (readonly number[])[] {
  const rings = features.flatMap(({ geometry }): readonly Points[] => {
    if (geometry?.type === 'Polygon') return geometry.coordinates;
    return geometry?.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
  });
  // A ring of fewer points has no area at this scale.
  return rings.map((ring) => steps(ring, size)).filter((line) => line.length >= 8);
}

export function linesOf(features: readonly GeoJSON.Feature[], size: number): readonly (readonly number[])[] {
  const lines = features.flatMap(({ geometry }): readonly Points[] => {
    if (geometry?.type === 'LineString') return [geometry.coordinates];
    return geometry?.type === 'MultiLineString' ? geometry.coordinates : [];
  });
  return lines.map((line) => steps(line, size)).filter((line) => line.length >= 4);
}

function steps(line: Points, size: number): readonly number[] {
  const numbers: number[] = [];
  let [lastX, lastY] = [0, 0];
  for (const [lon = 0, lat = 0] of line) {
    const [x, y] = [Math.round((lon / 360 + 0.5) * size), Math.round(northing(lat) * size)];
    if (numbers.length > 0 && x === lastX && y === lastY) continue;
    numbers.push(x - lastX, y - lastY);
    [lastX, lastY] = [x, y];
  }
  return numbers;
}

/** 0 at the northern edge, 1 at the southern. */
export function northing(lat: number): number {
  const edged = Math.max(-edge, Math.min(edge, lat));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (edged * Math.PI) / 360)) / (2 * Math.PI);
}
