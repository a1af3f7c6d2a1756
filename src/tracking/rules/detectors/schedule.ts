import { universalTime } from '../../../lib/instant-text.ts';
import type { Detector, FlownFlight, Mark, NotJudged } from './detector.ts';
import { placeAt } from './under-way.ts';

const minuteMs = 60_000;

/** A time of the schedule against the one that was flown, minutes; positive is later than planned. */
interface Deviation {
  readonly element: 'departure' | 'arrival' | 'block-time';
  readonly at: number | null;
  readonly minutes: number | null;
  /** Why there is none. */
  readonly reason: string;
}

const limits = {
  maxMin: { unit: 'min', default: 15, minimum: 0, maximum: 1_440, title: 'Maximum deviation' },
} as const;
const elements = ['departure', 'arrival', 'block-time'];
const source =
  'Within 15 minutes is on time for airlines and authorities alike (US DOT 14 CFR 234.2; EUROCONTROL CODA). A schedule without a zone is not judged by its clock: it may be local time.';

/**
 * Later than planned by more than 15 minutes: at block-off (`departure`), at block-on (`arrival`), or longer from one to the other
 * than planned (`block-time`). 14 CFR 234.2: a flight is on time when it is less than 15 minutes late at the gate.
 */
export const late: Detector<'maxMin'> = {
  name: 'late',
  title: 'Late',
  description: `Block-off, block-on or block time later or longer than the schedule. ${source}`,
  unit: 'min',
  limits,
  elements,
  judge: (flight, { maxMin }) => judgeBy(flight, maxMin, 1),
};

/** The same in the other direction: earlier than planned by more than 15 minutes, or a shorter block time. */
export const early: Detector<'maxMin'> = {
  name: 'early',
  title: 'Early',
  description: `Block-off, block-on or block time earlier or shorter than the schedule. ${source}`,
  unit: 'min',
  limits,
  elements,
  judge: (flight, { maxMin }) => judgeBy(flight, maxMin, -1),
};

function judgeBy(flight: FlownFlight, maxMin: number, sign: 1 | -1) {
  const marks: Mark[] = [];
  const notJudged: NotJudged[] = [];
  for (const { element, at, minutes, reason } of deviationsOf(flight)) {
    if (at === null || minutes === null) notJudged.push({ reason, element });
    else if (minutes * sign > maxMin)
      marks.push({ from: at, to: at, ...placeAt(flight.positions, at), value: minutes * sign, limit: maxMin, element });
  }
  return { marks, notJudged };
}

function deviationsOf({ plan, pirep }: FlownFlight): readonly Deviation[] {
  const { blockOffAt, blockOnAt } = pirep;
  const plannedMin =
    plan.plannedFlightTimeMin !== null && plan.plannedFlightTimeMin > 0 ? plan.plannedFlightTimeMin : null;
  const flownMin = blockOffAt === null || blockOnAt === null ? null : (blockOnAt - blockOffAt) / minuteMs;
  return [
    byClock('departure', plan.departureTime, blockOffAt),
    byClock('arrival', plan.arrivalTime, blockOnAt),
    {
      element: 'block-time',
      at: blockOnAt,
      minutes: plannedMin === null || flownMin === null ? null : Math.round(flownMin - plannedMin),
      reason: plannedMin === null ? 'no-schedule' : 'no-block-times',
    },
  ];
}

function byClock(element: 'departure' | 'arrival', text: string | null, at: number | null): Deviation {
  const plannedAt = at === null ? null : universalTime(text, at);
  const minutes = at === null || plannedAt === null ? null : Math.round((at - plannedAt) / minuteMs);
  const isEmpty = text === null || text.trim() === '';
  return { element, at, minutes, reason: isEmpty ? 'no-schedule' : at === null ? 'no-block-times' : 'no-zone' };
}
