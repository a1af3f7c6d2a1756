import type { Place } from '../../lib/geo.ts';
import { distanceNm } from '../../lib/geo.ts';
import type { Recording, Sample } from '../flying/recording.ts';

/** A flight to generate: along the great circle, with a climb, a cruise and a descent. */
export interface FlightToMake {
  readonly number: number;
  readonly aircraft: string;
  readonly departure: Place & { readonly icao: string };
  readonly arrival: Place & { readonly icao: string };
  readonly cruiseFt: number;
  readonly cruiseKt: number;
  readonly burnLbPerHour: number;
  /** Interval of positions in seconds. */
  readonly stepS: number;
}

const standS = 60;
const taxiS = 300;
const taxiKt = 15;
const climbFpm = 1800;
const landingRateFpm = -170;
const reserveLb = 6_000;

/** Generates a recording; deterministic. */
export function makeFlight(flight: FlightToMake): Recording {
  const { number, aircraft, departure, arrival } = flight;
  const airS = airTimeS(flight);
  const takeoffAt = standS + taxiS;
  const landingAt = takeoffAt + airS;
  const endAt = landingAt + taxiS + standS;
  const grid = Array.from({ length: Math.ceil(endAt / flight.stepS) }, (_, index) => index * flight.stepS);
  const moments = [standS, takeoffAt, landingAt - 5, landingAt, landingAt + taxiS, endAt];
  const times = [...new Set([...grid, ...moments])].sort((a, b) => a - b);
  const taxiNm = (taxiKt * taxiS) / 3600;
  const wholeNm = distanceNm(departure, arrival);
  const samples = times.map((t): Sample => {
    const isAirborne = t >= takeoffAt && t < landingAt;
    const isTaxiing = (t > standS && t < takeoffAt) || (t > landingAt && t < landingAt + taxiS);
    const flownS = Math.min(airS, Math.max(0, t - takeoffAt));
    const rolledS = Math.min(taxiS, Math.max(0, t - standS)) + Math.min(taxiS, Math.max(0, t - landingAt));
    const doneNm = (taxiNm * rolledS) / taxiS + (wholeNm - 2 * taxiNm) * (flownS / airS);
    const burningS = Math.min(landingAt + taxiS, t) - standS;
    const heightFt = Math.min(flight.cruiseFt, (climbFpm * flownS) / 60, (climbFpm * (airS - flownS)) / 60);
    return {
      t: t * 1000,
      ...along(departure, arrival, doneNm / wholeNm),
      altitudeMslFt: isAirborne ? Math.max(10, Math.round(heightFt)) : 0,
      groundSpeedKt: isAirborne ? Math.round(((wholeNm - 2 * taxiNm) / airS) * 3600) : isTaxiing ? taxiKt : 0,
      verticalSpeedFpm: isAirborne ? verticalSpeed(heightFt, flownS, airS, flight.cruiseFt) : 0,
      headingDeg: null,
      fuelLb: Math.round(reserveLb + (flight.burnLbPerHour * (endAt - 2 * standS - Math.max(0, burningS))) / 3600),
      onGround: !isAirborne,
    };
  });
  const name = `DMO${number}`;
  return { flightNumber: name, callsign: name, aircraft, departure: departure.icao, arrival: arrival.icao, samples };
}

function airTimeS({ departure, arrival, cruiseKt }: FlightToMake): number {
  return Math.round((distanceNm(departure, arrival) / cruiseKt) * 3600);
}

function verticalSpeed(heightFt: number, flownS: number, airS: number, cruiseFt: number): number {
  if (airS - flownS <= 10) return landingRateFpm;
  if (heightFt >= cruiseFt) return 0;
  return flownS < airS / 2 ? climbFpm : -climbFpm;
}

/** The point at this fraction of the great circle. */
function along(from: Place, to: Place, fraction: number): Place {
  const [a, b] = [vector(from), vector(to)];
  const whole = Math.acos(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  const [u, v] = [Math.sin((1 - fraction) * whole) / Math.sin(whole), Math.sin(fraction * whole) / Math.sin(whole)];
  const [x, y, z] = [u * a[0] + v * b[0], u * a[1] + v * b[1], u * a[2] + v * b[2]];
  return { lat: degrees(Math.asin(z)), lon: degrees(Math.atan2(y, x)) };
}

function vector({ lat, lon }: Place): readonly [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Rounds to about a tenth of a metre. */
function degrees(radians: number): number {
  return Math.round(((radians * 180) / Math.PI) * 1e6) / 1e6;
}
