const earthRadiusNm = 3440.065;
const radians = Math.PI / 180;

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** Returns the great-circle distance in nautical miles. */
export function distanceNm(from: Place, to: Place): number {
  const dLat = (to.lat - from.lat) * radians;
  const dLon = (to.lon - from.lon) * radians;
  const a =
    Math.sin(dLat / 2) ** 2 + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * earthRadiusNm * Math.asin(Math.min(1, Math.sqrt(a)));
}
