import type { Detector } from './detector.ts';
import { runwayData } from './findings.ts';
import { landingsOf } from './landings.ts';

/** "An operation by an aircraft that lands and departs on a runway without stopping" (FAA, Pilot/Controller Glossary). */
export const touchAndGo: Detector<never> = {
  name: 'touch-and-go',
  title: 'Touch-and-go',
  description:
    'The wheels touched, and it was in the air again for more than 30 s before it had slowed to 30 kt (FAA, Pilot/Controller Glossary).',
  unit: null,
  limits: {},
  judge(flight) {
    if (flight.positions.every(({ onGround, altitudeAglFt }) => onGround === null && altitudeAglFt === null))
      return { marks: [], notJudged: [{ reason: 'no-on-ground' }] };
    const marks = landingsOf(flight)
      .filter(({ isTouchAndGo }) => isTouchAndGo)
      .map(({ at, lat, lon, onRunway }) => {
        return { from: at, to: at, lat, lon, value: null, limit: null, data: runwayData(onRunway?.runway) };
      });
    return { marks, notJudged: [] };
  },
};
