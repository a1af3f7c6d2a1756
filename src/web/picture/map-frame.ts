import type { Place } from '../../lib/geo.ts';

/** A rectangle of the picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A Mercator map that fills a box: world coordinates run from 0 to 1, and beyond where a track crosses the antimeridian. */
export interface MapFrame {
  readonly box: Box;
  /** Pixels for the whole world. */
  readonly scale: number;
  readonly west: number;
  readonly north: number;
}

const edgeDeg = 85.0511287798;
const radians = Math.PI / 180;
/** Space around the track, in pixels. */
const margin = 56;
/** Maximum scale: about 20 nm across the box. */
const maxScale = 900_000;

/** Projects a place to world coordinates; one nearer to a pole than a Mercator map reaches is at its edge. */
export function project({ lat, lon }: Place): readonly [number, number] {
  const edged = Math.max(-edgeDeg, Math.min(edgeDeg, lat));
  return [lon / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + (edged * radians) / 2)) / (2 * Math.PI)];
}

/** Returns the frame in which all these places are visible. Without places it shows the world. */
export function frameAround(places: readonly Place[], box: Box): MapFrame {
  const [xs, ys] = [places.map((place) => project(place)[0]), places.map((place) => project(place)[1])];
  const [west, east] = rangeOf(xs, 0, 1);
  const [north, south] = rangeOf(ys, 0.2, 0.8);
  const [width, height] = [box.width - 2 * margin, box.height - 2 * margin];
  const scale = Math.min(maxScale, width / Math.max(1e-9, east - west), height / Math.max(1e-9, south - north));
  const centreY = (north + south) / 2;
  return { box, scale, west: (west + east) / 2 - box.width / 2 / scale, north: centreY - box.height / 2 / scale };
}

/** Returns lowest and highest value; these two when there is none. Not by spread: a track may have many thousand points. */
function rangeOf(values: readonly number[], low: number, high: number): readonly [number, number] {
  if (values.length === 0) return [low, high];
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}

/** Returns where a place is in the picture, in pixels. */
export function pixelOf(frame: MapFrame, place: Place): readonly [number, number] {
  const [x, y] = project(place);
  return toPixel(frame, x, y);
}

export function toPixel({ box, scale, west, north }: MapFrame, x: number, y: number): readonly [number, number] {
  return [box.x + (x - west) * scale, box.y + (y - north) * scale];
}

/** Returns the places as an SVG path, without details smaller than half a pixel. */
export function linePath(frame: MapFrame, places: readonly Place[]): string {
  return pathOf(places.map((place) => pixelOf(frame, place)));
}

/** Returns these points as an SVG path: tenths of a pixel, those that would not be seen left out. */
export function pathOf(points: readonly (readonly [number, number])[]): string {
  let [lastX, lastY, path] = [Number.NaN, Number.NaN, ''];
  points.forEach(([x, y], index) => {
    const isEnd = index === 0 || index === points.length - 1;
    if (!isEnd && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.7) return;
    [lastX, lastY] = [x, y];
    path += `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return path;
}
