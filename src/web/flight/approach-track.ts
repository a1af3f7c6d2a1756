import { metresBetween } from '../../lib/runways/metres.ts';
import { placeOn, type Runway } from '../../lib/runways/runway.ts';
import { runwaysNear } from '../../lib/runways/runways.ts';
import type { Position } from '../../tracking/model.ts';
import { type Approach, approachesOf, usualApproach } from '../../tracking/rules/detectors/approaches.ts';
import { displacedM } from '../../tracking/rules/detectors/runway-landing.ts';
import type { FlightRecord } from './record.ts';

/** A report of an approach, metres past the landing threshold and right of the centre line, feet above the runway. */
export interface Seen {
  readonly at: number;
  readonly alongM: number;
  readonly rightM: number;
  readonly heightFt: number | null;
  readonly groundSpeedKt: number | null;
}

/** The reports of one approach as they are drawn. Where no runway is known, `alongM` counts from the touchdown. */
export interface ApproachTrack {
  readonly runway: Runway | null;
  /** From where it flew towards the runway only, to where it turned off, came back or was too far; in order of time. */
  readonly seen: readonly Seen[];
  /** Where the wheels touched; null for a go-around. */
  readonly touchdown: Pick<Seen, 'at' | 'alongM' | 'rightM'> | null;
  /** The lowest report of a go-around; null for a landing. */
  readonly lowest: Seen | null;
}

/** Coordinates are this coarse: who comes back by less has not turned, metres. */
const coarseM = 30;
/** What is drawn of the time after a touchdown, and after the lowest report of a go-around, milliseconds. */
const afterMs = 240_000;
const upAgainMs = 90_000;
/** Altitudes at the touchdown that differ more from the runway's are none: receivers report 0 on the ground. */
const maxOffFt = 400;

const approachesByRecord = new WeakMap<FlightRecord, readonly Approach[]>();

/** Returns every approach of a flight, in order of time, as the detectors of the airline's rules know them. */
export function approachesIn(record: FlightRecord): readonly Approach[] {
  const known = approachesByRecord.get(record);
  if (known !== undefined) return known;
  const { positions, events, pirep, view } = record;
  const { plan, aircraft, network } = view.flight;
  const unread = { samples: null, feedRead: [], route: null };
  const flown = { positions, events, pirep, plan, aircraft, network, runwaysNear, ...unread };
  const found = approachesOf(flown, usualApproach);
  approachesByRecord.set(record, found);
  return found;
}

/** Returns the reports of an approach against its runway. */
export function approachTrackOf(positions: readonly Position[], approach: Approach): ApproachTrack {
  const { runway, landing, last } = approach;
  const placed = placing(approach);
  const elevationFt = groundOf(positions, approach);
  const seeAt = (index: number): Seen | null => {
    const position = positions[index];
    if (position === undefined) return null;
    const isRolling = landing !== null && index > last && isDown(position, landing.isTouchAndGo);
    const { altitudeMslFt, groundSpeedKt, recordedAt } = position;
    const aboveFt = altitudeMslFt === null || elevationFt === null ? null : altitudeMslFt - elevationFt;
    return { at: recordedAt, ...placed(position), heightFt: isRolling ? 0 : aboveFt, groundSpeedKt };
  };
  return {
    runway,
    seen: [...seenBefore(seeAt, approach), ...seenAfter(seeAt, approach)],
    touchdown: landing === null ? null : { at: landing.at, ...placed(landing.touchdown) },
    lowest: landing === null ? seeAt(last) : null,
  };
}

/** Places are against the landing threshold; without a runway only their distance from the touchdown is known. */
function placing({ runway, landing }: Approach) {
  return (place: { readonly lat: number; readonly lon: number }): Pick<Seen, 'alongM' | 'rightM'> => {
    if (runway !== null) {
      const { alongM, rightM } = placeOn(runway, place);
      return { alongM: alongM - displacedM(runway), rightM };
    }
    if (landing === null) return { alongM: 0, rightM: 0 };
    const { eastM, northM } = metresBetween(landing.touchdown, place);
    return { alongM: -Math.hypot(eastM, northM), rightM: 0 };
  };
}

/** Returns the altitude from which heights are counted: that of the first report on the ground where it can be the runway's. */
function groundOf(positions: readonly Position[], { landing, last, elevationFt }: Approach): number | null {
  const ground = landing === null ? null : (positions[last + 1]?.altitudeMslFt ?? null);
  if (ground === null || elevationFt === null) return elevationFt;
  return Math.abs(ground - elevationFt) <= maxOffFt ? ground : elevationFt;
}

function isDown({ onGround, altitudeAglFt }: Position, isTouchAndGo: boolean): boolean {
  return onGround ?? (!isTouchAndGo || (altitudeAglFt ?? 0) < 25);
}

/** The reports up to the last one in the air: those from which on it came nearer with each. */
function seenBefore(seeAt: (index: number) => Seen | null, { first, last }: Approach): readonly Seen[] {
  const found: Seen[] = [];
  for (let index = last; index >= Math.max(0, first - 1); index--) {
    const seen = seeAt(index);
    const next = found[0];
    if (seen === null || (next !== undefined && seen.alongM > next.alongM + coarseM)) break;
    found.unshift(seen);
  }
  return found;
}

function seenAfter(seeAt: (index: number) => Seen | null, { last, landing, runway }: Approach): readonly Seen[] {
  if (runway === null) return [];
  const found: Seen[] = [];
  const beginAt = landing?.at ?? seeAt(last)?.at ?? 0;
  const drawnMs = landing?.isTouchAndGo === false ? afterMs : upAgainMs;
  for (let index = last + 1; ; index++) {
    const seen = seeAt(index);
    if (seen === null || seen.at - beginAt > drawnMs) return found;
    const isBack = seen.alongM < (found.at(-1)?.alongM ?? seen.alongM) - coarseM;
    // The report that shows it came back is the one on the taxiway.
    if (!isBack || landing?.isTouchAndGo === false) found.push(seen);
    if (isBack) return found;
  }
}
