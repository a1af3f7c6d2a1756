/** Side of the squares in which the map asks for what is on the ground, degrees. */
export const squareDeg = 4;

/** As written in an address: the south-west corner. */
export interface SquareParams {
  readonly south: string;
  readonly west: string;
}

export interface Square {
  readonly south: number;
  readonly west: number;
}

/** Reads the corner of a square; null when there is none there. */
export function readSquare({ south, west }: SquareParams): Square | null {
  const isCorner = (text: string, max: number) =>
    /^-?\d{1,3}$/.test(text) && Number(text) % squareDeg === 0 && Number(text) >= -max && Number(text) < max;
  return isCorner(south, 88) && isCorner(west, 180) ? { south: Number(south), west: Number(west) } : null;
}

/** Returns whether a place is in a square. */
export function isInSquare({ south, west }: Square, { lat, lon }: { readonly lat: number; readonly lon: number }) {
  return lat >= south && lat < south + squareDeg && lon >= west && lon < west + squareDeg;
}
