import { distanceNm } from '../../../lib/geo.ts';
import type { Position } from '../../model.ts';
import type { Detector, Mark } from './detector.ts';
import { underWay, unjudged } from './under-way.ts';

/** A step may be longer than what is flown in its time by this much, nautical miles: clocks are a second coarse. */
const slackNm = 5;
/** Between reports without times of their own lies an unknown time, milliseconds: they wait in queues. */
const undatedMs = 60_000;
/** An aircraft is believed to fly this much faster than it says at both ends. */
const believedFactor = 1.5;
/** Faster than any aircraft of a crew center even at a rate of 5, for clients that do not report the simulation rate. */
const unratedKt = 2_500;
/** Simulators show this place while their menu is open, degrees. */
const nowhereDeg = 0.05;

/**
 * A step that no aircraft of its class flies, between block-off and block-on: longer by 5 nm than its time allows at the limit, or at
 * 1.5 times the ground speed that it reports if that is more, times the simulation rate. Where that rate is not reported, 2,500 kt
 * count instead, as for the distance of the PIREP. Only where the next report confirms it: one wrong position is no jump.
 */
export const jumped: Detector<'maxKt'> = {
  name: 'jumped',
  title: 'Jump',
  description:
    'It was farther away than any aircraft of its class can have flown since the report before, and stayed there. 750 kt is faster over the ground than any subsonic airliner was (BA112 in 2020: 717 kt).',
  unit: 'kt',
  limits: {
    maxKt: { unit: 'kt', default: 750, minimum: 100, maximum: 5_000, title: 'Maximum ground speed of its class' },
  },
  judge(flight, { maxKt }) {
    const { positions } = flight;
    if (positions.length < 2) return unjudged('too-few-positions');
    const isUnderWay = underWay(flight);
    const marks: Mark[] = [];
    let last: Position | null = null;
    let doubt: Position | null = null;
    for (const position of positions) {
      if (!isUnderWay(position.recordedAt) || isNowhere(position)) continue;
      if (last === null || speedOver(last, position, maxKt) === null) doubt = null;
      else if (doubt === null || speedOver(doubt, position, maxKt) !== null) {
        doubt = position;
        continue;
      } else {
        marks.push(markOf(last, doubt, maxKt));
        doubt = null;
      }
      last = position;
    }
    return { marks, notJudged: [] };
  },
};

function isNowhere({ lat, lon }: Position): boolean {
  return Math.abs(lat) < nowhereDeg && Math.abs(lon) < nowhereDeg;
}

/** Returns the speed of a step that is too long for its time, knots; null when it can have been flown. */
function speedOver(from: Position, to: Position, maxKt: number): number | null {
  const stepNm = distanceNm(from, to);
  if (stepNm <= slackNm) return null;
  const hours = hoursBetween(from, to);
  return stepNm - slackNm > speedLimit(from, to, maxKt) * hours ? stepNm / Math.max(hours, 1 / 3_600) : null;
}

function hoursBetween(from: Position, to: Position): number {
  const ms = to.recordedAt - from.recordedAt + (from.isDated && to.isDated ? 0 : undatedMs);
  return ms / 3_600_000;
}

function speedLimit(from: Position, to: Position, maxKt: number): number {
  const reportedKt = believedFactor * Math.max(from.groundSpeedKt ?? 0, to.groundSpeedKt ?? 0);
  const ownKt = Math.max(maxKt, reportedKt);
  if (from.simRate === null || to.simRate === null) return Math.max(ownKt, unratedKt);
  // It may have been set back to 1 since.
  return ownKt * Math.max(1, from.simRate, to.simRate);
}

function markOf(from: Position, to: Position, maxKt: number): Mark {
  const lengthNm = distanceNm(from, to);
  const value = Math.round(lengthNm / Math.max(hoursBetween(from, to), 1 / 3_600));
  const data = { lengthNm: String(Math.round(lengthNm)) };
  const limit = Math.round(speedLimit(from, to, maxKt));
  return { from: from.recordedAt, to: to.recordedAt, lat: from.lat, lon: from.lon, value, limit, data };
}
