import type { Place } from '../../../lib/geo.ts';
import { placeOn, type Runway, type RunwaysNear, turnDeg } from '../../../lib/runways/runway.ts';
import type { Position } from '../../model.ts';
import type { Detector, FlownFlight } from './detector.ts';
import { spacingOf } from './spacing.ts';
import { markOfStretch, stretchesOf } from './stretches.ts';
import { flies, unjudged } from './under-way.ts';

/** Reports farther apart do not show whether it kept its speed between them, seconds. */
const maxGapS = 30;
/** How far beside a runway's edge, and before and beyond its ends, one is still on it, metres: sceneries differ. */
const besideM = 30;
const beyondM = 100;
/** Half of the width of a runway whose width is unknown. */
const usualHalfM = 23;
/** A roll to the take-off, or after a landing, is straight within this, degrees. */
const straightDeg = 20;

/**
 * More than 30 kt on the ground and not on a runway, for 5 s. Boeing's 737 FCTM: up to 30 kt straight; Airbus' A320 FCTM: 30 kt maximum on
 * straight taxiways. The take-off run and the landing run are no taxi, on whatever runway they are. Where no runway of the airport is known, a
 * backtrack looks like a taxiway, and it is not judged.
 */
export const taxiSpeed: Detector<'maxKt' | 'minS'> = {
  name: 'taxi-speed',
  title: 'Speed on the taxiway',
  description:
    'Faster than the limit on the ground, not on a runway, for some time (Boeing 737 FCTM and Airbus A320 FCTM: 30 kt when straight).',
  unit: 'kt',
  limits: {
    maxKt: { unit: 'kt', default: 30, minimum: 5, maximum: 100, title: 'Maximum ground speed' },
    minS: { unit: 's', default: 5, minimum: 0, maximum: 120, title: 'Shorter excesses are allowed' },
  },
  judge(flight, { maxKt, minS }) {
    const { positions } = flight;
    const ground = groundIndexes(flight);
    if (ground.length === 0) return unjudged('no-ground');
    const isKnown = ground.some((index) => positions[index]?.groundSpeedKt !== null);
    if (!isKnown) return unjudged('no-ground-speed');
    const rolls = rollsOf(positions, new Set(ground));
    const runways = new KnownRunways(flight.runwaysNear);
    const isGround = new Set(ground);
    let isUnknown = false;
    const speedOver = ({ groundSpeedKt, lat, lon }: Position, index: number) => {
      if (groundSpeedKt === null || groundSpeedKt <= maxKt || !isGround.has(index) || rolls.has(index)) return null;
      const isOn = runways.isOn({ lat, lon });
      if (isOn === null) isUnknown = true;
      return isOn === false ? groundSpeedKt : null;
    };
    const marks = stretchesOf(positions, speedOver, { minS, maxGapS }).map((each) => markOfStretch(each, maxKt));
    const judged = ground.map((index) => positions[index] as Position);
    const spacingS = spacingOf(judged, 0, judged.length - 1);
    const notJudged = isUnknown ? [{ reason: 'no-runways' }] : [];
    return { marks, notJudged, ...(spacingS === undefined ? {} : { spacingS }) };
  },
};

function groundIndexes(flight: FlownFlight): readonly number[] {
  const isFlying = flies(flight);
  return flight.positions.flatMap((position, index) => (isFlying(position) === false ? [index] : []));
}

/** Returns the indexes of the reports of take-off and landing runs: next to the air, and as straight as the report next to it. */
function rollsOf(positions: readonly Position[], isGround: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  const follow = (start: number, step: 1 | -1) => {
    const course = courseAt(positions, start);
    for (let index = start; isGround.has(index); index += step) {
      const own = courseAt(positions, index);
      if (course === null || own === null || Math.abs(turnDeg(course, own)) > straightDeg) return;
      found.add(index);
    }
  };
  for (const index of isGround) {
    if (index + 1 < positions.length && !isGround.has(index + 1)) follow(index, -1);
    if (index > 0 && !isGround.has(index - 1)) follow(index, 1);
  }
  return found;
}

/** The heading, else the course from the report before. */
function courseAt(positions: readonly Position[], index: number): number | null {
  const [here, before] = [positions[index], positions[index - 1]];
  if (here === undefined) return null;
  if (here.headingDeg !== null || before === undefined) return here.headingDeg;
  const east = (here.lon - before.lon) * Math.cos((here.lat * Math.PI) / 180);
  const north = here.lat - before.lat;
  return east === 0 && north === 0 ? null : ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** The runways of the airports of a flight, looked up once for each. */
class KnownRunways {
  readonly #runwaysNear: RunwaysNear;
  readonly #known = new Map<string, readonly Runway[]>();

  constructor(runwaysNear: RunwaysNear) {
    this.#runwaysNear = runwaysNear;
  }

  /** Whether a place is on a runway; null when no runway is known within some miles. */
  isOn(place: Place): boolean | null {
    const cell = `${Math.round(place.lat * 10)} ${Math.round(place.lon * 10)}`;
    let runways = this.#known.get(cell);
    if (runways === undefined) {
      runways = this.#runwaysNear(place).filter((each) => isBeside(each, place, 15_000, 15_000));
      this.#known.set(cell, runways);
    }
    if (!runways.some((each) => isBeside(each, place, 5_000, 5_000))) return null;
    return runways.some((each) => isBeside(each, place, halfWidthM(each) + besideM, beyondM));
  }
}

function halfWidthM({ widthFt }: Runway): number {
  return widthFt === null ? usualHalfM : (widthFt * 0.3048) / 2;
}

function isBeside(runway: Runway, place: Place, sideM: number, endM: number): boolean {
  const { alongM, rightM } = placeOn(runway, place);
  return alongM > -endM && alongM < runway.lengthM + endM && Math.abs(rightM) <= sideM;
}
