/** A report of a client that has every instrument, with what was stored of it. */
export interface PlainReport {
  readonly at: number;
  readonly seq: number;
  /** In the order of arrival. */
  readonly number: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKt: number;
  readonly verticalFpm: number;
  readonly fuelLb: number;
  readonly isOnGround: boolean;
  readonly isPaused: boolean;
  readonly hasArrived: boolean;
}

/** The figures of a PIREP, in its own names. */
export interface PlainFigures {
  readonly positionCount: number;
  readonly distanceNm: number | null;
  readonly flightTimeMin: number | null;
  readonly fuelUsedLb: number | null;
  readonly blockFuelLb: number | null;
  readonly landingRateFpm: number | null;
  readonly blockOffAt: number | null;
  readonly takeoffAt: number | null;
  readonly landingAt: number | null;
  readonly blockOnAt: number | null;
}

/** What was said at the end; what was not said is null. */
export type SaidFigures = Readonly<Record<Exclude<keyof PlainFigures, 'positionCount'>, number | null>>;

/** Farther than an aircraft that stands seems to move, nautical miles. */
const standingNm = 0.015;
/** A report in the air that is older does not show how it touched down. */
const touchdownMs = 6_000;

/**
 * The figures of a flight, from its reports alone: slow and obvious, one figure after the other, nothing shared with the code
 * that it judges. It knows one kind of client: one that says with each report whether it stands on the ground.
 */
export function plainFigures(arrived: readonly PlainReport[], said: SaidFigures): PlainFigures {
  const reports = [...arrived].sort((a, b) => a.at - b.at || a.seq - b.seq || a.number - b.number);
  const distance = milesOf(reports);
  const off = reports.findIndex((_, index) => isMoving(reports, index));
  const takeoff = reports.findIndex(({ isOnGround }) => !isOnGround);
  const landing = reports.findIndex((each, index) => each.isOnGround && reports[index - 1]?.isOnGround === false);
  const blockOffAt = said.blockOffAt ?? reports[off]?.at ?? null;
  const blockOnAt = said.blockOnAt ?? blockOnOf(reports, off);
  return {
    positionCount: reports.length,
    blockOffAt,
    takeoffAt: said.takeoffAt ?? reports[takeoff]?.at ?? null,
    landingAt: said.landingAt ?? reports[landing]?.at ?? null,
    blockOnAt,
    flightTimeMin: said.flightTimeMin ?? minutesOf(reports, blockOffAt, blockOnAt),
    distanceNm: said.distanceNm ?? (reports.length < 2 ? null : tenths(distance)),
    fuelUsedLb: said.fuelUsedLb ?? burntOf(reports, off),
    blockFuelLb: said.blockFuelLb ?? blockFuelOf(reports, off),
    landingRateFpm: said.landingRateFpm ?? rateOf(reports[landing - 1], reports[landing]),
  };
}

export function milesOf(reports: readonly { readonly lat: number; readonly lon: number }[]): number {
  let miles = 0;
  for (let index = 1; index < reports.length; index++) miles += milesBetween(reports[index - 1], reports[index]);
  return miles;
}

/** A report that has its time by its arrival. */
export interface Arrived extends Place {
  readonly at: number;
}

/** A longer step that is faster than any aircraft is not flown. */
const sureNm = 1;
const fastestKt = 2_500;

/**
 * The way of a client whose reports have neither a number nor a time. One of them that the network brings a second time, late, is
 * taken for a new one: far from where the aircraft is by then, it is left out, until a second one is there too.
 */
export function milesOfArrived(reports: readonly Arrived[]): number {
  let miles = 0;
  let [here, doubted] = [reports[0], undefined as Arrived | undefined];
  for (const next of reports.slice(1)) {
    const isThere = isWithinReach(here, next);
    const isMoved = !isThere && doubted !== undefined && isWithinReach(doubted, next);
    doubted = isThere || isMoved ? undefined : next;
    if (isThere) miles += milesBetween(here, next);
    if (isThere || isMoved) here = next;
  }
  return miles;
}

/** Of those that arrive at once nobody knows how long the aircraft took. */
function isWithinReach(from: Arrived | undefined, to: Arrived): boolean {
  const [miles, ms] = [milesBetween(from, to), to.at - (from?.at ?? to.at)];
  return miles <= sureNm || ms === 0 || miles / (ms / 3_600_000) <= fastestKt;
}

/** By the law of cosines, between unit vectors; the radius is that of the mean earth, 6371.0 km. */
function milesBetween(from: Place | undefined, to: Place | undefined): number {
  if (from === undefined || to === undefined) return 0;
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return (2 * Math.asin(chord / 2) * 6_371.0) / 1.852;
}

type Place = { readonly lat: number; readonly lon: number };

function vectorOf({ lat, lon }: Place): readonly [number, number, number] {
  const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** It rolls or flies; or it stood, says that it stands, and is somewhere else. */
function isMoving(reports: readonly PlainReport[], index: number): boolean {
  const [before, here] = [reports[index - 1], reports[index]];
  if (here === undefined) return false;
  if (here.speedKt >= 1) return true;
  return before !== undefined && before.speedKt < 1 && milesBetween(before, here) > standingNm;
}

/** When it said that it has arrived; else, under way at all, its last report. */
function blockOnOf(reports: readonly PlainReport[], off: number): number | null {
  const arrived = reports.find(({ hasArrived }) => hasArrived);
  if (arrived !== undefined) return arrived.at;
  return off < 0 ? null : (reports.at(-1)?.at ?? null);
}

/** A pause lasts from the report that says so to the next one that says otherwise; one without an end to the end. */
function minutesOf(reports: readonly PlainReport[], off: number | null, on: number | null): number | null {
  if (off === null || on === null || on < off) return null;
  let pausedMs = 0;
  for (const [index, { isPaused, at }] of reports.entries()) {
    if (!isPaused) continue;
    const until = reports[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    pausedMs += Math.max(0, Math.min(until, on) - Math.max(at, off));
  }
  return Math.round((on - off - pausedMs) / 60_000);
}

/** None is burnt before it moves, and none is filled in. */
function burntOf(reports: readonly PlainReport[], off: number): number | null {
  const [first, last] = [reports[0], reports.at(-1)];
  if (off < 0 || reports.length < 2 || first === undefined || last === undefined) return null;
  return Math.round((first.fuelLb - last.fuelLb) * 100) / 100;
}

/** Unknown where it is first seen in the air. */
function blockFuelOf(reports: readonly PlainReport[], off: number): number | null {
  const first = reports[0];
  if (first === undefined) return null;
  if (off < 0) return reports.at(-1)?.fuelLb ?? null;
  return first.isOnGround ? first.fuelLb : null;
}

/** Down is negative, as the aircraft says it. */
function rateOf(inAir: PlainReport | undefined, onGround: PlainReport | undefined): number | null {
  if (inAir === undefined || onGround === undefined || onGround.at - inAir.at > touchdownMs) return null;
  return inAir.verticalFpm < 0 ? inAir.verticalFpm : null;
}

const tenths = (figure: number): number => Math.round(figure * 10) / 10;
