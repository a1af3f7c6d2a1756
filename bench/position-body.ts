import { smartcars } from '../src/client/wires/smartcars.ts';
import { pirepIdOf } from './pirep-id.ts';

/** A flight that the load flies: its session, and how far its count has come. */
export interface LoadFlight {
  /** Its session, or the API key of its pilot. */
  readonly token: string;
  /** Of its PIREP, where the token does not say it. */
  readonly pirepId?: string;
  seq: number;
  /** Where it began, and its course in degrees; all flights fly at one place where this is absent. */
  readonly from?: { readonly lat: number; readonly lon: number; readonly course: number };
}

const place = { lat: 47.458215, lon: 8.555476 };
/** Of a flight with a course, per report. */
const stepDeg = 0.01;

/** Spreads flights over the world: two thirds between Europe and North America, the others anywhere but near a pole. */
export function spreadPlace(index: number): NonNullable<LoadFlight['from']> {
  // Additive recurrences of the golden ratio and its relatives: evenly spread without a generator of random numbers.
  const share = (ratio: number) => (index * ratio) % 1;
  const isBusy = index % 3 < 2;
  const [lat, lon] = [share(0.754877), share(0.56984)];
  return {
    lat: isBusy ? 30 + lat * 30 : -50 + lat * 110,
    lon: isBusy ? -100 + lon * 130 : -180 + lon * 360,
    course: Math.round(share(0.618034) * 360),
  };
}

/** One position as a whole HTTP/1.1 message. Every call counts `seq` up. */
export function positionRequest(flight: LoadFlight, path: string, now: number): string {
  flight.seq += 1;
  if (path.includes(corePirep)) return coreRequest(flight, path);
  const body = path === smartcarsPath ? updateBody(flight) : positionBody(flight.seq, now, flight.from);
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `Authorization: Bearer ${flight.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

/** In the place of the id of the PIREP, which is another one for each flight. */
const corePirep = '/pireps/*';
export const corePositionPath = `/api${corePirep}/acars/position`;
/** By turns an update and a position, as clients of phpVMS 7's API send them. @param base - of the API: `/api` */
export const coreClientPath = (base: string) => base + corePirep;

/** As phpVMS 7's clients send it, with the pilot's key. */
function coreRequest({ token, seq, pirepId = pirepIdOf(token) }: LoadFlight, path: string): string {
  const isPosition = path.endsWith('/acars/position') || seq % 2 === 0;
  const body = isPosition
    ? corePosition(seq)
    : `{"status":"ENR","flight_time":${Math.floor(seq / 240)},"fuel_used":${seq}.0}`;
  const pirep = path.replace('/acars/position', '').replace('*', pirepId);
  return (
    `${isPosition ? 'POST' : 'PUT'} ${pirep}${isPosition ? '/acars/position' : '/update'} HTTP/1.1\r\nHost: localhost\r\n` +
    `Content-Type: application/json\r\nX-API-Key: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

function corePosition(seq: number): string {
  const [lat, lon] = wander(seq);
  return (
    `{"positions":[{"lat":${lat},"lon":${lon},"heading":267,"altitude":36012,"altitude_agl":34120,"altitude_msl":36012,` +
    `"gs":452,"ias":268,"vs":-64,"fuel":38211,"fuel_flow":5120,"distance":1204.5,"transponder":"2200","autopilot":"AP1",` +
    `"status":"ENR","sim_time":"2024-03-06T14:05:33Z"}]}`
  );
}

export const legacyPath = '/acars/position.php';
export const smartcarsPath = `/api/tracker/smartcars/${smartcars.report({}).path}`;
const route = JSON.stringify(Array.from({ length: 30 }, (_, index) => `FIX${String(index).padStart(2, '0')}`));

/** An update of smartCARS 3 of about 500 bytes: it sends its route of thirty fixes every time. */
function updateBody({ token, seq }: LoadFlight): string {
  const lat = (place.lat + (seq % 10_000) / 100_000).toFixed(6);
  const lon = (place.lon + (seq % 10_000) / 100_000).toFixed(6);
  return (
    `{"uuid":"${pirepIdOf(token)}","latitude":${lat},"longitude":${lon},"heading":267,"altitude":36012,` +
    `"groundSpeed":452,"distanceRemaining":1204,"timeRemaining":2.66,"route":${route},"phase":"CRUISE",` +
    `"network":"VATSIM","aircraft":0}`
  );
}

/** About 290 bytes of JSON with all 18 fields. */
export function positionBody(seq: number, now: number, from?: LoadFlight['from']): string {
  const [lat, lon] = from === undefined ? wander(seq) : along(from, seq);
  return (
    `{"seq":${seq},"recorded_at":"${instant(now)}","lat":${lat},"lon":${lon},"heading":${from?.course ?? 267},"altitude_msl":36012,` +
    `"altitude_agl":34120,"gs":452,"ias":268,"vs":-64,"fuel":38211,"fuel_flow":5120,"phase":"cruise","distance":1204.5,` +
    `"transponder":"2200","autopilot":"AP1","on_ground":false,"sim_time":"14:05:33"}`
  );
}

function wander(seq: number): readonly [lat: string, lon: string] {
  const way = (seq % 10_000) / 100_000;
  return [(place.lat + way).toFixed(6), (place.lon + way).toFixed(6)];
}

function along(
  { lat, lon, course }: NonNullable<LoadFlight['from']>,
  seq: number,
): readonly [lat: string, lon: string] {
  const [north, east] = [Math.cos((course * Math.PI) / 180), Math.sin((course * Math.PI) / 180)];
  const here = lon + (east * stepDeg * seq) / Math.cos((lat * Math.PI) / 180);
  return [(lat + north * stepDeg * seq).toFixed(6), (((((here + 180) % 360) + 360) % 360) - 180).toFixed(6)];
}

let lastMs = 0;
let lastText = '';

function instant(now: number): string {
  if (now !== lastMs) {
    lastMs = now;
    lastText = new Date(now).toISOString();
  }
  return lastText;
}
