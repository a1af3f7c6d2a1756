import type { Place } from '../../../lib/geo.ts';
import { metresBetween } from '../../../lib/runways/metres.ts';
import type { RunwaysNear } from '../../../lib/runways/runway.ts';
import type { FlightEvent, Position } from '../../model.ts';
import { firstOnRunway } from './roll-out.ts';

/** Where and when the wheels first touched the runway in the last landing of a flight. */
export interface Touchdown extends Place {
  readonly at: number;
  /** Index of the last report in the air before it; the next one is on the ground. */
  readonly before: number;
  /** Seconds between these two reports. */
  readonly gapS: number;
  /** Course over the ground, true degrees. */
  readonly courseDeg: number;
  /** The heading of the report next to it; null when none was reported. */
  readonly headingDeg: number | null;
  /** How often it left the ground again; null when the client does not report whether it is on the ground. */
  readonly bounces: number | null;
  /** Whether the client reported the place with its landing event. */
  readonly isPlaceReported: boolean;
}

/** Airborne again for less than this is a bounce. */
const bounceMs = 30_000;
/** No brakes take more from an aircraft's speed, knots each second. */
const maxBrakingKtPerS = 7;
/** A shorter way between two reports shows no course. */
const minWayM = 15;

/**
 * Returns the touchdown of the landing at this time; null when no report in the air precedes it.
 * @param runwaysNear - for clients that do not say whether they are on the ground; without it the landing is at this very time
 */
export function findTouchdown(
  positions: readonly Position[],
  events: readonly FlightEvent[],
  landingAt: number,
  runwaysNear: RunwaysNear = () => [],
): Touchdown | null {
  const contacts = contactsAround(positions, landingAt);
  const onRunway = contacts[0] ?? firstOnRunway(positions, landingAt, runwaysNear);
  const index = onRunway ?? positions.findIndex(({ recordedAt }) => recordedAt >= landingAt);
  const [before, after] = [positions[index - 1], positions[index]];
  if (before === undefined || after === undefined) return null;
  const event = events.findLast(
    ({ kind, recordedAt }) =>
      kind === 'landing' && recordedAt >= before.recordedAt && recordedAt <= after.recordedAt + bounceMs,
  );
  const at = touchdownAt(before, after, event?.recordedAt ?? landingAt);
  const reported = event === undefined || event.lat === null || event.lon === null ? null : event;
  const place = reported === null ? between(before, after, at) : { lat: reported.lat ?? 0, lon: reported.lon ?? 0 };
  return {
    ...place,
    at,
    before: index - 1,
    gapS: (after.recordedAt - before.recordedAt) / 1_000,
    courseDeg: courseAround(positions, index),
    headingDeg: (at - before.recordedAt < after.recordedAt - at ? before : after).headingDeg ?? after.headingDeg,
    bounces: contacts.length === 0 ? null : contacts.length - 1,
    isPlaceReported: reported !== null,
  };
}

/** Returns the indexes of the first reports on the ground: that of the landing, and those that bounces part from it. */
function contactsAround(positions: readonly Position[], landingAt: number): readonly number[] {
  const all = allContacts(positions);
  const timeOf = (index: number) => positions[index]?.recordedAt ?? 0;
  const away = (index: number) => Math.abs(timeOf(index) - landingAt);
  const nearest = all.reduce<number | null>(
    (best, each) => (best === null || away(each) < away(best) ? each : best),
    null,
  );
  if (nearest === null || away(nearest) > bounceMs) return [];
  let [from, to] = [all.indexOf(nearest), all.indexOf(nearest)];
  while (from > 0 && timeOf(all[from] ?? 0) - timeOf(all[from - 1] ?? 0) < bounceMs) from -= 1;
  while (to < all.length - 1 && timeOf(all[to + 1] ?? 0) - timeOf(all[to] ?? 0) < bounceMs) to += 1;
  return all.slice(from, to + 1);
}

const contactsByTrack = new WeakMap<readonly Position[], readonly number[]>();

/** Found once for a track, which may have thousands of landings. */
function allContacts(positions: readonly Position[]): readonly number[] {
  const known = contactsByTrack.get(positions);
  if (known !== undefined) return known;
  const found = positions.flatMap((position, index) =>
    position.onGround === true && positions[index - 1]?.onGround === false ? [index] : [],
  );
  contactsByTrack.set(positions, found);
  return found;
}

/**
 * The touchdown lies between the two reports, and before the brakes have taken what was lost of the speed: at the time that the
 * client reports, else when the height of the first one was used up at its sink rate, else half way.
 */
function touchdownAt(before: Position, after: Position, stated: number): number {
  if (stated > before.recordedAt && stated < after.recordedAt) return stated;
  const heightFt = heightAbove(before, after);
  const sinkFpm = -(before.verticalSpeedFpm ?? 0);
  const latestMs = Math.max(0, after.recordedAt - before.recordedAt - brakedMs(before, after));
  const isSinking = heightFt !== null && heightFt > 0 && sinkFpm > 0;
  const ms = isSinking ? Math.min(latestMs, (heightFt / sinkFpm) * 60_000) : latestMs / 2;
  return before.recordedAt + ms;
}

/** Returns the minimum time in which the speed between two reports is lost, milliseconds. */
function brakedMs(before: Position, after: Position): number {
  if (before.groundSpeedKt === null || after.groundSpeedKt === null) return 0;
  return (Math.max(0, before.groundSpeedKt - after.groundSpeedKt) / maxBrakingKtPerS) * 1_000;
}

/** Returns the height of one report over another, feet: by the height above the ground if both have it; null when unknown. */
export function heightAbove(position: Position, ground: Position): number | null {
  if (position.altitudeAglFt !== null && ground.altitudeAglFt !== null)
    return position.altitudeAglFt - ground.altitudeAglFt;
  if (position.altitudeMslFt === null || ground.altitudeMslFt === null) return null;
  return position.altitudeMslFt - ground.altitudeMslFt;
}

/** Returns the place between two reports at this time, on a straight line. */
export function between(before: Position, after: Position, at: number): Place {
  const span = after.recordedAt - before.recordedAt;
  const share = span <= 0 ? 1 : Math.max(0, Math.min(1, (at - before.recordedAt) / span));
  const dLon = ((((after.lon - before.lon) % 360) + 540) % 360) - 180;
  return { lat: before.lat + (after.lat - before.lat) * share, lon: before.lon + dLon * share };
}

/** Returns the course from the reports before the touchdown to the first one after it. */
function courseAround(positions: readonly Position[], index: number): number {
  const to = positions[index];
  for (let from = index - 1; from >= 0; from--) {
    const start = positions[from];
    if (to === undefined || start === undefined) break;
    const { eastM, northM } = metresBetween(start, to);
    if (Math.hypot(eastM, northM) >= minWayM) return ((Math.atan2(eastM, northM) * 180) / Math.PI + 360) % 360;
  }
  return to?.headingDeg ?? 0;
}
