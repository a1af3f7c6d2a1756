import { distanceNm } from '../../../src/lib/geo.ts';
import { greatCircle } from '../../../src/lib/great-circle.ts';
import { placeOfAirport } from '../../../src/lib/runways/airport-places.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { addPilot } from '../../../src/platform/embedded/pilot-admin.ts';
import { writeTrackerConfig } from '../../../src/platform/embedded/settings.ts';
import type { Position } from '../../../src/tracking/model.ts';
import { type Making, makeFlight } from '../../flight-model/made-flight.ts';
import type { State } from '../../flight-model/model.ts';
import { westToFrankfurt } from '../../flight-model/troubles.ts';
import { flownTrack, noFigures, position } from '../../flown.ts';
import { until } from '../../until.ts';
import type { Site } from '../site.ts';
import { moment } from './moment.ts';

/** A flight of which pictures are made: what was reported until `endsMs` before their moment. */
interface FaceFlight {
  readonly from: string;
  readonly to: string;
  readonly positions: readonly Position[];
  readonly endsMs: number;
  readonly isFiled: boolean;
}

const minuteMs = 60_000;
/** Flight numbers that were given. */
let numbers = 0;
const [munich, frankfurt] = ['EDDM', 'EDDF'];
const usual = { from: munich, to: frankfurt, endsMs: 12 * minuteMs, isFiled: true };

/** One of each kind that a page must be able to tell. */
const kinds = {
  usual: () => ({ ...usual, positions: made() }),
  live: () => ({ ...usual, positions: made().slice(0, 250), endsMs: 2_000, isFiled: false }),
  silent: () => ({ ...usual, positions: made().slice(0, 330), endsMs: 9 * minuteMs, isFiled: false }),
  parked: () => ({ ...usual, positions: made(), endsMs: 2_000, isFiled: false }),
  'no-report': () => ({ ...usual, positions: [], isFiled: false }),
  'two-reports': () => ({ ...usual, positions: made().filter((_, index) => index === 60 || index === 400) }),
  'sixty-reports': () => ({ ...usual, positions: everyNth(made(), 60) }),
  'sixty-thousand-reports': () => ({ ...usual, from: frankfurt, to: 'WSSS', positions: dense() }),
  'thousand-reports': () => ({ ...usual, positions: made({ client: { everyS: 3 } }).slice(0, 1_000) }),
  diverted: () => ({ ...usual, to: 'EDDK', positions: made() }),
  'go-around': () => ({ ...usual, positions: made({ manner: { first: 'go-around' } }) }),
  'touch-and-go': () => ({ ...usual, positions: made({ manner: { first: 'touch-and-go' } }) }),
  paused: () => ({ ...usual, positions: made({ spoil: withPause }) }),
  dateline: () => ({ ...usual, from: 'NZAA', to: 'NSFA', positions: along([-37.01, 174.79], [-13.83, 187.99]) }),
  pole: () => ({ ...usual, from: 'ENSB', to: 'PABR', positions: along([78.25, 15.47], [71.29, -156.77]) }),
} as const satisfies Readonly<Record<string, () => FaceFlight>>;

export type FlightKind = keyof typeof kinds;
export const flightKinds = Object.keys(kinds) as readonly FlightKind[];

/** Flies these on a site, a pilot each; returns their ids. */
export async function flyKinds(site: Site, names: readonly FlightKind[]): Promise<ReadonlyMap<FlightKind, string>> {
  await allowFreeFlights(site);
  const ids = new Map<FlightKind, string>();
  for (const name of names) ids.set(name, await flyOne(site, name, kinds[name]()));
  return ids;
}

/** The server reads the crew center's settings every few seconds. */
async function allowFreeFlights(site: Site): Promise<void> {
  await writeTrackerConfig(site.crewCenter, { bids_required: 'false' });
  await until(() => !site.calls.status().settings.bidsRequired, { everyMs: 100 });
}

async function flyOne(site: Site, name: string, { from, to, positions, endsMs, isFiled }: FaceFlight) {
  const email = `${name}@demo-air.example`;
  const password = new Secret('a pilot of pictures');
  await addPilot(site.crewCenter, { name: 'Ada Novak', email, password, airline: 'DMO', homeAirport: from });
  const session = await site.signIn(email, 'a pilot of pictures');
  const flightNumber = String(100 + numbers++);
  const plan = { airline: 'DMO', flightNumber, departure: from, arrival: to };
  const freeFlight = { ...plan, aircraft: 'A320', registration: 'HB-JLP', route: 'GIVMI Y101 TEKTU Z850 DF' };
  const begun = await site.calls.start(session, { bidId: null, aircraft: null, registration: null, freeFlight });
  const lag = moment - endsMs - (positions.at(-1)?.recordedAt ?? 0);
  const reports = positions.map((each, index) => {
    const at = each.recordedAt + lag;
    return { ...each, seq: index + 1, recordedAt: at, receivedAt: at };
  });
  await site.report(session, ...reports);
  if (isFiled) await site.calls.finish(session, { name: null, figures: noFigures, opening: null });
  return begun.flight.flight.id;
}

const routes = [
  ['EGLL', 'LSZH'],
  ['EDDF', 'LEMD'],
  ['LFPG', 'LOWW'],
  ['EHAM', 'LIRF'],
  ['EKCH', 'LEPA'],
  ['EDDM', 'ENGM'],
  ['EIDW', 'EDDH'],
] as const;

/** Flies over Europe, a pilot for each route, with one report. */
export async function flyEurope(site: Site): Promise<void> {
  await allowFreeFlights(site);
  for (const [index, [from, to]] of routes.entries()) {
    const lat = 44 + ((index * 29) % 12);
    const lon = -2 + ((index * 17) % 18);
    const flies = { altitudeMslFt: 30_000 + 1_000 * index, groundSpeedKt: 440, headingDeg: (index * 67) % 360 };
    const here = position(moment, { ...flies, lat, lon, onGround: false });
    await flyOne(site, `europe-${index}`, { from, to, positions: [here], endsMs: 0, isFiled: false });
  }
}

const dayRoutes = [
  ...routes,
  ['LSZH', 'KJFK'],
  ['EGLL', 'KORD'],
  ['EDDF', 'OMDB'],
  ['LFPG', 'GCLP'],
  ['EHAM', 'BIKF'],
  ['LSZH', 'LTFM'],
  ['EDDM', 'FAOR'],
] as const;

/** Flies all day and lands, a pilot for each route, a report in three minutes; nobody is in the air at the moment of the pictures. */
export async function flyDay(site: Site): Promise<void> {
  await allowFreeFlights(site);
  for (const [index, [from, to]] of dayRoutes.entries()) {
    const [departure, arrival] = [placeOfAirport(from), placeOfAirport(to)];
    if (departure === null || arrival === null) throw new Error(`no place of ${from} or ${to}`);
    const steps = Math.ceil(distanceNm(departure, arrival) / 22);
    const positions = greatCircle(departure, arrival, steps).map(({ lat, lon }, step) => {
      const height = Math.min(36_000, 2_600 * Math.min(step, steps - step));
      const flies = { altitudeMslFt: height, groundSpeedKt: 440, onGround: height === 0 };
      return position(step * 3 * minuteMs, { ...flies, lat, lon });
    });
    await flyOne(site, `day-${index}`, { from, to, positions, endsMs: index * 40 * minuteMs, isFiled: true });
  }
  // The pages' clock stands still: they do not ask again while the server still reads the day.
  const isRead = async () => {
    const { loaded } = (await (await fetch(site.url('/tracker/replay/lines.json'))).json()) as { loaded: number };
    return loaded === 1;
  };
  await until(isRead, { everyMs: 200 });
}

function made(making: Omit<Making, 'seed'> = {}): readonly Position[] {
  return makeFlight({ seed: 'face', leg: westToFrankfurt(), ...making }).flight.positions;
}

/** Three hours in which nothing moves, in the climb. */
function withPause(states: readonly State[]): readonly State[] {
  const at = states.findIndex(({ aglFt }) => aglFt > 12_000);
  const stopped = states.slice(at, at + 1).map((state) => ({ ...state, isPaused: true }));
  return [...states.slice(0, at), ...Array.from({ length: 10_800 }, () => stopped).flat(), ...states.slice(at)];
}

function everyNth(positions: readonly Position[], count: number): readonly Position[] {
  const step = (positions.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => positions[Math.round(index * step)]).filter(
    (each) => each !== undefined,
  );
}

/** Sixteen hours, a position each second. */
function dense(): readonly Position[] {
  const leg = { from: { lat: 50.03, lon: 8.53 }, to: { lat: 1.35, lon: 103.99 }, startAt: 0, count: 60_000 };
  return flownTrack(leg).map((each) => ({ ...each, recordedAt: each.recordedAt / 10 }));
}

/** A long way, a position a minute; longitudes go on beyond the dateline, as no client reports them. */
function along([lat, lon]: readonly [number, number], [toLat, toLon]: readonly [number, number]): readonly Position[] {
  const track = flownTrack({ from: { lat, lon }, to: { lat: toLat, lon: toLon }, startAt: 0, count: 400 });
  return track.map((each) => {
    return { ...each, recordedAt: each.recordedAt * 4, lon: each.lon > 180 ? each.lon - 360 : each.lon };
  });
}
