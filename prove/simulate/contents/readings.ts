import type { FinishFigures, Position } from '../../../src/client/wire-types.ts';
import type { Draws } from '../chance.ts';
import { isLong } from '../long-flight.ts';
import type { Sortie } from '../sortie.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Such a flight has ended when its client sends it: its last report is older than what is taken for the present. */
const pastMs = 15 * 60_000;

/** The next position of a client with every instrument. Some send a flight of many hours, over midnight, that they have kept. */
export function positionOf(sortie: Sortie, now: number, draws: Draws): Position {
  if (sortie.reported === 0 && isKept(sortie)) sortie.recorded = recordedBefore(now, hoursOf(sortie, draws));
  const { lat, lon, shown } = sortie.next();
  const share = sortie.reported / sortie.length;
  const at = sortie.recorded === null ? now : sortie.recorded.since + share * sortie.recorded.ms;
  const readings = isRegular(sortie.number) ? readingsAt(sortie, share) : shown;
  return { lat, lon, ...readings, recorded_at: new Date(Math.round(at)).toISOString() };
}

const isKept = (sortie: Sortie) => sortie.number % 2 === 1 || isLong(sortie);

function hoursOf(sortie: Sortie, draws: Draws): number {
  return isLong(sortie) ? sortie.length / 3_600 : draws.whole(1, 16);
}

/** Whether it flies by the book, with every instrument: each of its figures can be computed plainly. Others show anything. */
export function isRegular(sortie: number): boolean {
  return sortie % 4 !== 2;
}

/** Where it can be, midnight is in the middle of it: pilots who pause do so then. */
function recordedBefore(now: number, hours: number): NonNullable<Sortie['recorded']> {
  const ms = hours * hourMs;
  const around = Math.floor(now / dayMs) * dayMs - ms / 2;
  const isPossible = around + ms <= now - pastMs && around > now - 23 * hourMs;
  return { since: isPossible ? around : now - pastMs - ms, ms };
}

/** What some clients say at the end, instead of what is computed. */
export function figuresOf({ number }: Sortie): FinishFigures {
  if (number % 3 !== 1) return {};
  const figures = { flight_time: 70 + number, distance: 140 + number / 10, fuel_used: 3_000 + number };
  return { ...figures, block_fuel: 9_000 + number, landing_rate: -(200 + number) };
}

/** What a client with every instrument reports: each field of the wire, in digits that no storage keeps. */
function readingsAt({ number, reported: index }: Sortie, share: number): object {
  const { altitudeFt, speedKt, phase } = figuresAt(share);
  const isOnGround = share < 0.15 || share >= 0.9;
  const isDescending = share >= 0.7 && share < 0.9;
  /** Another figure at each report, in no order. */
  const wobble = ((index * 37 + number * 11) % 100) / 97;
  return {
    heading: index % 9 === 0 ? 360 : 90 + wobble,
    altitude_msl: altitudeFt + wobble,
    altitude_agl: isOnGround ? 0 : 500 + altitudeFt / 100,
    // It leaves its stand with the first report, and stands only when it has arrived.
    gs: phase === 'boarding' ? 3 : speedKt,
    ias: speedKt + 10 * wobble,
    vs: isDescending ? -(640 + (index % 7) * 17.3) : isOnGround ? 0 : 1_200 + wobble,
    fuel: fuelAt(share),
    fuel_flow: 2_000 + 100 * wobble,
    distance: 3 * share + wobble / 100,
    phase,
    transponder: 2_000 + (index % 8),
    autopilot: index % 3 === 0 ? index % 2 === 0 : 'LNAV',
    on_ground: isOnGround,
    sim_time: `12:${String(index % 60).padStart(2, '0')}:07`,
    // Some instruments fail now and then.
    ...(index % 4 === 0 ? {} : { oat: -40 + wobble, wind_dir: 280 * wobble, wind_speed: 40 * wobble }),
    ...(index % 5 === 0 ? {} : { g_force: 1 + wobble / 10, pitch: 2.5 - wobble, bank: wobble - 0.5, sim_rate: 1 }),
    paused: isPausedAt(number, share),
    slew: false,
    ...handlesAt(index, wobble, isOnGround),
  };
}

/** Its levers and switches, and what it warns of. */
function handlesAt(index: number, wobble: number, isOnGround: boolean): object {
  return {
    heading_mag: index % 8 === 0 ? 360 : 88 + wobble,
    flaps: isOnGround ? 15 : index % 3,
    gear_up: !isOnGround,
    throttle_pct: 20 + 70 * wobble,
    eng_n1_avg_pct: 25 + 70 * wobble,
    spoilers_pct: index % 6 === 0 ? 100 * wobble : 0,
    nav_lights: true,
    beacon_lights: index % 2 === 0,
    strobe_lights: !isOnGround,
    landing_lights: index % 5 < 2,
    taxi_lights: isOnGround,
    logo_lights: index % 4 === 0,
    wing_lights: index % 7 === 0,
    stall_warning: index % 11 === 0,
    overspeed_warning: index % 13 === 0,
  };
}

/** Some pilots pause in the cruise, and some of them do not come back. */
function isPausedAt(number: number, share: number): boolean {
  return number % 3 === 0 && share >= 0.4 && (share < 0.65 || number % 9 === 0);
}

/** None is burnt on the ground: how it is counted there depends on which report is seen first. */
function fuelAt(share: number): number {
  return 8_000 - 3_000.123 * (Math.min(Math.max(share, 0.15), 0.9) - 0.15);
}

/** What an aircraft shows at this share of its flight. */
function figuresAt(share: number): { readonly altitudeFt: number; readonly speedKt: number; readonly phase: string } {
  if (share < 0.15)
    return { altitudeFt: 1_400, speedKt: share < 0.05 ? 0 : 15, phase: share < 0.05 ? 'boarding' : 'taxi' };
  if (share < 0.35) return { altitudeFt: 1_400 + share * 20_000, speedKt: 220, phase: 'climb' };
  if (share < 0.7) return { altitudeFt: 24_000, speedKt: 430, phase: 'cruise' };
  if (share < 0.9) return { altitudeFt: 1_500 + (1 - share) * 20_000, speedKt: 180, phase: 'descent' };
  return { altitudeFt: 1_400, speedKt: share < 0.97 ? 12 : 0, phase: share < 0.97 ? 'taxi-in' : 'arrived' };
}
