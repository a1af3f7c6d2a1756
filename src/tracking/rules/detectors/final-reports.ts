import { courseBetween } from '../../../lib/runways/metres.ts';
import { placeOn, type Runway, turnDeg } from '../../../lib/runways/runway.ts';
import type { Position } from '../../model.ts';
import type { Approach } from './approaches.ts';
import { displacedM } from './runway-landing.ts';

/** A report of a final approach against the runway on which it landed. */
export interface FinalReport {
  readonly position: Position;
  readonly index: number;
  /** Above the airport, feet. */
  readonly heightFt: number;
  /** The angle at which it sees the aiming point, degrees; null without a runway, and when it is too low to tell. */
  readonly pathDeg: number | null;
  /**
   * By how much it is turned from the runway, degrees: its heading or its course, whichever is nearer, because an aircraft that
   * points into a crosswind tracks the runway. Null without a runway or a heading.
   */
  readonly offRunwayDeg: number | null;
}

const footM = 0.3048;
/** A glide path of 3° crosses the threshold at 50 ft and meets the runway 291 m behind it (ICAO Annex 10, Volume I, 3.1.5). */
const aimM = (50 * footM) / Math.tan((3 * Math.PI) / 180);
/** Lower than this an aim 100 m farther in is a quarter of a degree, feet. */
const minPathFt = 200;

/** Returns the reports of an approach in order of time, from its first one to the last in the air; those without altitude are left out. */
export function finalReportsOf(positions: readonly Position[], approach: Approach): readonly FinalReport[] {
  const { first, last, runway, elevationFt } = approach;
  const found: FinalReport[] = [];
  for (let index = first; index <= last; index++) {
    const [before, position] = [positions[index - 1], positions[index]];
    if (position === undefined || position.altitudeMslFt === null || elevationFt === null) continue;
    const heightFt = position.altitudeMslFt - elevationFt;
    found.push({
      position,
      index,
      heightFt,
      pathDeg: runway === null ? null : pathOf(runway, position, heightFt),
      offRunwayDeg: runway === null ? null : offRunway(runway, position, before),
    });
  }
  return found;
}

function pathOf(runway: Runway, position: Position, heightFt: number): number | null {
  if (heightFt < minPathFt) return null;
  const awayM = displacedM(runway) + aimM - placeOn(runway, position).alongM;
  return (Math.atan2(heightFt * footM, awayM) * 180) / Math.PI;
}

function offRunway({ bearingDeg }: Runway, position: Position, before: Position | undefined): number | null {
  if (position.headingDeg === null) return null;
  const headingOff = Math.abs(turnDeg(bearingDeg, position.headingDeg));
  const courseDeg = before === undefined ? null : courseBetween(before, position);
  return courseDeg === null ? headingOff : Math.min(headingOff, Math.abs(turnDeg(bearingDeg, courseDeg)));
}
