import type { Place } from '../../../lib/geo.ts';
import type { Position } from '../../model.ts';
import type { Finding, FlownFlight } from './detector.ts';
import {
  apart,
  chordOf,
  type Direction,
  directionOf,
  type Leg,
  legBetween,
  milesOf,
  offLeg,
} from './great-circle-leg.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { flies } from './under-way.ts';

/** Reports farther apart do not show where it was between them, seconds. */
const maxGapS = 1_200;
/** Of a leg whose way is unknown, anything is believed that is longer than it by no more than this. */
const maxDetour = 1.2;

interface FiledLeg extends Leg {
  readonly isUnknown: boolean;
}

/** Judges the track against the filed route: marks where it was farther off than `maxOffNm` for `minS`. */
export function judgeRoute(flight: FlownFlight, maxOffNm: number, minS: number): Finding {
  const unjudged = (reason: string) => ({ marks: [], notJudged: [{ reason, element: 'route' }] });
  const legs = legsOf(flight);
  if (flight.route === null) return unjudged('no-route');
  if (legs === null) return unjudged('no-airport-places');
  const isFlying = flies(flight);
  if (!flight.positions.some((position) => isFlying(position) === true)) return unjudged('no-flight');
  const maxChord = chordOf(maxOffNm);
  const isBelieved = (leg: FiledLeg, place: Direction, off: number) =>
    off <= maxChord || (leg.isUnknown && detourNm(leg, place) <= leg.lengthNm * maxDetour + 2 * maxOffNm);
  let near = legs[0] as FiledLeg;
  const offNm = (position: Position) => {
    if (isFlying(position) !== true) return null;
    const place = directionOf(position);
    // It usually is near the leg that the report before was near.
    if (isBelieved(near, place, offLeg(near, place))) return null;
    let min = Number.POSITIVE_INFINITY;
    for (const leg of legs) {
      const off = offLeg(leg, place);
      if (isBelieved(leg, place, off)) {
        near = leg;
        return null;
      }
      if (off < min) min = off;
    }
    return milesOf(min);
  };
  const marks = stretchesOf(flight.positions, offNm, { minS, maxGapS }).map((each) => ({
    ...markOfStretch({ ...each, value: Math.round(each.value) }, maxOffNm),
    element: 'route',
  }));
  return { marks, notJudged: [] };
}

/** Returns the miles from one end of a leg to a place and on to the other end. */
function detourNm({ start, end }: Leg, place: Direction): number {
  return milesOf(apart(start, place)) + milesOf(apart(place, end));
}

/**
 * Returns the legs from the departure to the arrival, and to where it diverted; null when an airport's place is unknown. The first and
 * the last one are procedures, which are flown otherwise than straight.
 */
function legsOf({ plan, pirep, route }: FlownFlight): readonly FiledLeg[] | null {
  const ends = [plan.departure, plan.arrival].map(({ lat, lon }) =>
    lat === null || lon === null ? null : { lat, lon },
  );
  const [from, to] = ends;
  if (!from || !to) return null;
  const legs: FiledLeg[] = [];
  let last: Place = from;
  for (const [index, place] of (route ?? []).entries()) {
    legs.push({ ...legBetween(last, place), isUnknown: place.isAfterUnknown || index === 0 });
    last = place;
  }
  legs.push({ ...legBetween(last, to), isUnknown: true });
  const { diversion } = pirep;
  if (diversion !== null && diversion.lat !== null && diversion.lon !== null) {
    const elsewhere = { lat: diversion.lat, lon: diversion.lon };
    // From anywhere on the way: that is a diversion's nature, and another rule's matter.
    legs.push({ ...legBetween(from, elsewhere), isUnknown: true }, { ...legBetween(to, elsewhere), isUnknown: true });
  }
  return legs;
}
