import type { Position } from '../../src/client/client.ts';

const [from, to] = [
  { lat: 47.458, lon: 8.548 },
  { lat: 50.033, lon: 8.57 },
];

/** The place of a flight from Zürich to Frankfurt of which `share` is flown, 0 to 1; it stands at both ends. */
export function placeOf(share: number): Position {
  const air = Math.min(1, Math.max(0, (share - 0.1) / 0.8));
  const isAir = air > 0 && air < 1;
  return {
    lat: from.lat + (to.lat - from.lat) * air,
    lon: from.lon + (to.lon - from.lon) * air,
    altitude_msl: isAir ? Math.round(20_000 * Math.min(1, air * 4, (1 - air) * 4)) : 400,
    gs: isAir ? 380 : 0,
    vs: isAir ? (air < 0.25 ? 1_500 : air > 0.75 ? -1_500 : 0) : 0,
    on_ground: !isAir,
    fuel: Math.round(9_000 - 4_000 * share),
  };
}
