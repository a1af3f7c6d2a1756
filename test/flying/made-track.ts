/** A flight made by rule, whose figures are known before anyone flies it. */
export interface MadeTrack {
  /** In the format of `recordings/README.md`. */
  readonly text: string;
  /** Seconds since the first position. */
  readonly blockOffS: number;
  readonly takeoffS: number;
  readonly landingS: number;
  readonly blockOnS: number;
  readonly distanceNm: number;
  readonly landingRateFpm: number;
  readonly positions: number;
}

export interface Ends {
  readonly departure: string;
  readonly arrival: string;
  readonly from: readonly [lat: number, lon: number];
  readonly to: readonly [lat: number, lon: number];
}

const stepS = 10;
const standS = 60;
const taxiS = 300;
const taxiKt = 15;
const flightS = 3000;
const landingRateFpm = -180;

/**
 * Stands a minute, taxies five, flies fifty along the great circle, taxies five and stands a minute, a position each ten seconds.
 * @param tellsGround whether the recording says when it is on the ground; else altitudes alone show it.
 */
export function makeTrack(ends: Ends, tellsGround: boolean): MadeTrack {
  const distanceNm = arcNm(ends.from, ends.to);
  const airNm = distanceNm - (2 * taxiKt * taxiS) / 3600;
  const blockOffS = standS + stepS;
  const takeoffS = standS + taxiS + stepS;
  const landingS = takeoffS + flightS;
  const blockOnS = landingS + taxiS + stepS;
  const rows: unknown[] = [];
  for (let t = 0; t <= blockOnS + standS; t += stepS) {
    const taxiOutNm = (taxiKt * clamp(t - standS, 0, taxiS)) / 3600;
    const flownNm = (airNm * clamp(t - takeoffS + stepS, 0, flightS)) / flightS;
    const taxiInNm = (taxiKt * clamp(t - landingS, 0, taxiS)) / 3600;
    const [lat, lon] = along(ends.from, ends.to, (taxiOutNm + flownNm + taxiInNm) / distanceNm);
    const isAir = t >= takeoffS && t < landingS;
    const isTaxi = (t >= blockOffS && t < takeoffS) || (t > landingS && t < blockOnS);
    const gs = isAir || t === landingS ? Math.round((airNm / flightS) * 3600) : isTaxi ? taxiKt : 0;
    rows.push([
      t,
      lat,
      lon,
      isAir ? heightFt(t - takeoffS) : 0,
      gs,
      isAir ? climbFpm(t - takeoffS) : t === landingS ? landingRateFpm : 0,
    ]);
  }
  const head = {
    format: 'tracker-recording',
    version: 1,
    flight_number: 'T1',
    callsign: 'TST1',
    aircraft: 'A320',
    departure: ends.departure,
    arrival: ends.arrival,
    began_at: '2026-01-01T00:00:00Z',
    columns: ['t', 'lat', 'lon', 'altitude_msl', 'gs', 'vs'],
    ...(tellsGround ? { ground_altitude: 0 } : {}),
  };
  const text = [head, ...rows].map((line) => JSON.stringify(line)).join('\n');
  return { text, blockOffS, takeoffS, landingS, blockOnS, distanceNm, landingRateFpm, positions: rows.length };
}

const topFt = 20_000;
const climbS = 800;

function heightFt(airS: number): number {
  return Math.round(topFt * Math.min(1, (airS + stepS) / climbS, (flightS - airS) / climbS));
}

function climbFpm(airS: number): number {
  if (airS < climbS) return 1500;
  return airS > flightS - climbS ? -1500 : 0;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

type Vector = readonly [number, number, number];
const earthRadiusNm = 3440.065;

function arcNm(from: Ends['from'], to: Ends['to']): number {
  return earthRadiusNm * angle(vector(from), vector(to));
}

/** The point at this fraction of the great circle, by slerp. */
function along(from: Ends['from'], to: Ends['to'], fraction: number): [number, number] {
  const [a, b] = [vector(from), vector(to)];
  const whole = angle(a, b);
  const [u, v] = [Math.sin((1 - fraction) * whole) / Math.sin(whole), Math.sin(fraction * whole) / Math.sin(whole)];
  const [x, y, z] = [u * a[0] + v * b[0], u * a[1] + v * b[1], u * a[2] + v * b[2]];
  return [round((Math.asin(z) * 180) / Math.PI), round((Math.atan2(y, x) * 180) / Math.PI)];
}

/** To a centimetre, as receivers do. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

function vector([lat, lon]: Ends['from']): Vector {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

function angle(a: Vector, b: Vector): number {
  return Math.acos(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}
