import { distanceNm } from '../../../lib/geo.ts';
import type { Position } from '../../model.ts';
import type { Detector, FlownFlight, Mark } from './detector.ts';
import { type Landing, landingsOf } from './landings.ts';
import { heightAbove } from './touchdown.ts';

/** What is near a landing: nautical miles from it, feet above it. */
const nearNm = 10;
const nearFt = 3_000;

/**
 * Reports that are missing right before a touchdown, where a flight is judged. Our own definition: no standard of the field has one.
 * Of a gap that began farther away or higher the part counts that lies near, on a straight line.
 */
export const gapBeforeTouchdown: Detector<'gapS'> = {
  name: 'gap-before-touchdown',
  title: 'Gap before touchdown',
  description:
    'No report for longer than the limit, within 10 nm and 3,000 ft of a landing. Definition of this server.',
  unit: 's',
  limits: {
    gapS: { unit: 's', default: 60, minimum: 5, maximum: 3_600, title: 'Maximum time between two reports' },
  },
  judge(flight, { gapS }) {
    const landings = landingsOf(flight);
    if (landings.length === 0) return { marks: [], notJudged: [{ reason: 'no-landing' }] };
    // What lies before an earlier landing is that one's.
    const marks = landings.flatMap((landing, index) => {
      const from = (landings[index - 1]?.touchdown.before ?? -1) + 1;
      return gapsBefore(flight, landing, { from, limitS: gapS });
    });
    return { marks, notJudged: [] };
  },
};

function gapsBefore(
  { positions }: FlownFlight,
  { touchdown }: Landing,
  { from: first, limitS }: { readonly from: number; readonly limitS: number },
): readonly Mark[] {
  const marks: Mark[] = [];
  const ground = positions[touchdown.before + 1];
  if (ground === undefined) return [];
  for (let index = touchdown.before; index >= first; index--) {
    const [here, next] = [positions[index], positions[index + 1]];
    if (here === undefined || next === undefined || nearShare(next, next, ground) === 0) break;
    const seconds = (next.recordedAt - here.recordedAt) / 1_000;
    if (seconds > limitS && seconds * nearShare(here, next, ground) > limitS) {
      const { recordedAt: from, lat, lon } = here;
      marks.push({ from, to: next.recordedAt, lat, lon, value: seconds, limit: limitS });
    }
  }
  return marks.reverse();
}

/** Returns which share of the way between two reports is near the landing; the second one is. */
function nearShare(from: Position, to: Position, ground: Position): number {
  const [fromNm, toNm] = [distanceNm(from, ground), distanceNm(to, ground)];
  const [fromFt, toFt] = [heightAbove(from, ground) ?? 0, heightAbove(to, ground) ?? 0];
  return Math.min(shareBelow(nearNm, fromNm, toNm), shareBelow(nearFt, fromFt, toFt));
}

function shareBelow(limit: number, from: number, to: number): number {
  if (to > limit) return 0;
  return from <= limit ? 1 : (limit - to) / (from - to);
}
