import { courseBetween } from '../../../lib/runways/metres.ts';
import { inaccuracyM, placeOn, type Runway, turnDeg } from '../../../lib/runways/runway.ts';
import type { Position } from '../../model.ts';
import type { Detector, FlownFlight, Mark, NotJudged } from './detector.ts';
import { runwayData } from './findings.ts';
import { type Landing, landingsOf } from './landings.ts';
import { spacingOf } from './spacing.ts';

/** Farther from the centre line than this, or turned from it by more, it has left the runway to a side: no overrun. */
const maxBesideM = 60;
const maxTurnDeg = 30;
/** Slower than this it stands: its landing roll is over, knots. */
const standingKt = 3;

interface Roll {
  /** The report at which it was beyond the end, and by how much, metres; null when it was not. */
  readonly beyond: { readonly position: Position; readonly byM: number } | null;
  /** Index of the last report of the roll. */
  readonly end: number;
  /** Whether the reports show how it ended. */
  readonly isSeen: boolean;
}

/**
 * A landing roll that ends beyond the end of the pavement: ICAO's runway excursion "overrun" (ADREP, Annex 13, Attachment C). The
 * strip beyond a runway's end is 60 m long (Annex 14, 3.4.2), and so is the margin.
 */
export const overrun: Detector<'beyondM'> = {
  name: 'overrun',
  title: 'Overrun',
  description:
    "A landing roll that left the runway over its end, by more than the limit (ICAO's runway excursion, Annex 14, 3.4.2).",
  unit: 'm',
  limits: {
    beyondM: { unit: 'm', default: 60, minimum: 0, maximum: 1_000, title: "Distance beyond the runway's end" },
  },
  judge(flight, { beyondM }) {
    const landings = landingsOf(flight).filter(({ isTouchAndGo }) => !isTouchAndGo);
    if (landings.length === 0) return { marks: [], notJudged: [{ reason: 'no-landing' }] };
    const marks: Mark[] = [];
    const notJudged: NotJudged[] = [];
    let spacingS: number | undefined;
    for (const landing of landings) {
      const runway = landing.onRunway?.runway ?? null;
      const roll = runway === null ? null : rollOf(flight, landing, runway, beyondM);
      if (runway === null || roll === null) notJudged.push({ reason: 'no-runway' });
      else {
        spacingS = spacingOf(flight.positions, landing.touchdown.before, roll.end);
        if (roll.beyond !== null) marks.push(markOf(roll.beyond, landing, runway, beyondM));
        else if (!roll.isSeen) notJudged.push({ reason: 'no-roll' });
      }
    }
    return { marks, notJudged: notJudged.slice(0, 1), ...(spacingS === undefined ? {} : { spacingS }) };
  },
};

function rollOf({ positions }: FlownFlight, { touchdown }: Landing, runway: Runway, limitM: number): Roll {
  const first = touchdown.before + 1;
  for (let index = first; index < positions.length; index++) {
    const [before, here] = [positions[index - 1], positions[index]];
    if (before === undefined || here === undefined) break;
    const { alongM, rightM } = placeOn(runway, here);
    const courseDeg = courseBetween(before, here) ?? runway.bearingDeg;
    const isBeside = Math.abs(rightM) > maxBesideM || Math.abs(turnDeg(runway.bearingDeg, courseDeg)) > maxTurnDeg;
    if (isBeside) return { beyond: null, end: index, isSeen: true };
    const byM = alongM - runway.lengthM;
    if (byM > limitM + inaccuracyM(runway)) return { beyond: { position: here, byM }, end: index, isSeen: true };
    if (here.groundSpeedKt !== null && here.groundSpeedKt < standingKt)
      return { beyond: null, end: index, isSeen: true };
  }
  return { beyond: null, end: positions.length - 1, isSeen: false };
}

function markOf(
  { position, byM }: { readonly position: Position; readonly byM: number },
  { at }: Landing,
  runway: Runway,
  limit: number,
): Mark {
  const { recordedAt: to, lat, lon } = position;
  return { from: at, to, lat, lon, value: byM, limit, data: runwayData(runway) };
}
