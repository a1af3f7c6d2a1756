import { distanceNm, type Place } from './geo.ts';

const radians = Math.PI / 180;
const earthRadiusNm = 3440.065;

/** Returns the longitude equivalent to `lon` that is nearest to `near`, so that a line never jumps across the map. */
export function nearLon(lon: number, near: number): number {
  return lon + 360 * Math.round((near - lon) / 360);
}

/** Returns `steps + 1` places along the great circle, both ends included; longitudes continue beyond ±180. */
export function greatCircle(from: Place, to: Place, steps: number): readonly Place[] {
  const angle = distanceNm(from, to) / earthRadiusNm;
  const places: Place[] = [from];
  let { lon } = from;
  for (let step = 1; step <= steps; step++) {
    const place = step === steps || angle < 1e-9 ? to : between(from, to, step / steps, angle);
    lon = nearLon(place.lon, lon);
    places.push({ lat: place.lat, lon });
  }
  return places;
}

/** Interpolates between the two directions from the centre of the earth. */
function between(from: Place, to: Place, share: number, angle: number): Place {
  const [a, b] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)];
  const [f, t] = [direction(from), direction(to)];
  const [x, y, z] = [a * f.x + b * t.x, a * f.y + b * t.y, a * f.z + b * t.z];
  return { lat: Math.atan2(z, Math.hypot(x, y)) / radians, lon: Math.atan2(y, x) / radians };
}

function direction({ lat, lon }: Place) {
  const level = Math.cos(lat * radians);
  return { x: level * Math.cos(lon * radians), y: level * Math.sin(lon * radians), z: Math.sin(lat * radians) };
}
