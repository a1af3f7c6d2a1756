type Point = readonly [number, number];

/** A rectangle in world coordinates; y grows to the south. */
export interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** Returns the part of a closed outline inside these bounds (Sutherland and Hodgman), so that a picture holds no coast that it does not show. */
export function clipTo({ west, east, north, south }: Bounds, outline: readonly Point[]): readonly Point[] {
  const atX =
    (x: number) =>
    (from: Point, to: Point): Point => [x, from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0])];
  const atY =
    (y: number) =>
    (from: Point, to: Point): Point => [from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1]), y];
  let points = outline;
  points = clipSide(points, ([x]) => x >= west, atX(west));
  points = clipSide(points, ([x]) => x <= east, atX(east));
  points = clipSide(points, ([, y]) => y >= north, atY(north));
  return clipSide(points, ([, y]) => y <= south, atY(south));
}

function clipSide(
  points: readonly Point[],
  isInside: (point: Point) => boolean,
  crossing: (from: Point, to: Point) => Point,
): readonly Point[] {
  if (points.every(isInside)) return points;
  const kept: Point[] = [];
  points.forEach((point, index) => {
    const before = points.at(index - 1) ?? point;
    if (isInside(point) !== isInside(before)) kept.push(crossing(before, point));
    if (isInside(point)) kept.push(point);
  });
  return kept;
}

/** Returns the parts of a line that may touch these bounds. */
export function runsWithin(bounds: Bounds, line: readonly Point[]): readonly (readonly Point[])[] {
  const isBeside = ([x0, y0]: Point, [x1, y1]: Point) =>
    Math.max(x0, x1) < bounds.west ||
    Math.min(x0, x1) > bounds.east ||
    Math.max(y0, y1) < bounds.north ||
    Math.min(y0, y1) > bounds.south;
  const runs: Point[][] = [];
  let isOpen = false;
  line.slice(1).forEach((point, index) => {
    const before = line[index] ?? point;
    const isSeen = !isBeside(before, point);
    if (isSeen && !isOpen) runs.push([before]);
    if (isSeen) runs.at(-1)?.push(point);
    isOpen = isSeen;
  });
  return runs;
}
