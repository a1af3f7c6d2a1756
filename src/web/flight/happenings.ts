import { pausedBetween } from '../../tracking/figures/pauses.ts';
import type { Airport } from '../../tracking/model.ts';
import type { Visitor } from '../visitor/visitor.ts';
import { approachesIn } from './approach-track.ts';
import { attemptsOf } from './attempts.ts';
import { isUnderWay } from './figure-lines.ts';
import { phaseSpansOf } from './phase-spans.ts';
import type { FlightRecord } from './record.ts';

const minuteMs = 60_000;
/** So few reports do not show a way. */
const few = 5;

/** Returns what sets a flight apart from others, in words: a diversion, go-arounds, touch-and-goes, few reports, pauses. */
export function happeningsOf(record: FlightRecord, arrival: Airport, { figures, wording }: Visitor): readonly string[] {
  const planned = record.view.flight.plan.arrival;
  const { goArounds, touchAndGoes } = attemptsOf(record);
  const pausedMs = pausedOf(record);
  return [
    arrival.icao === planned.icao ? null : divertedText(arrival.icao, planned.icao, wording),
    goArounds === 0 ? null : wording.say('flight.go-arounds', { count: goArounds }),
    touchAndGoes === 0 ? null : wording.say('flight.touch-and-goes', { count: touchAndGoes }),
    reportsText(record, wording),
    pausedMs < minuteMs ? null : wording.say('flight.paused', { duration: figures.duration(pausedMs / minuteMs) }),
  ].filter((each) => each !== null);
}

/** Returns when it went around, or touched and went, in words. */
export function turnsOf(record: FlightRecord, { wording }: Visitor): readonly { at: number; text: string }[] {
  return approachesIn(record).flatMap(({ landing, last }) => {
    const at = landing?.at ?? record.positions[last]?.recordedAt;
    if (at === undefined || landing?.isTouchAndGo === false) return [];
    const key = landing === null ? 'flight.go-arounds' : 'flight.touch-and-goes';
    return [{ at, text: wording.say(key, { count: 1 }) }];
  });
}

/** `Diverted to EDDF, planned EDDK`: where it came from is another thing. */
function divertedText(airport: string, planned: string, wording: Visitor['wording']): string {
  return `${wording.say('diverted.to', { airport })}, ${wording.say('figure.planned', { value: planned })}`;
}

/** Of a flight that hardly reported, most of what its page shows is unknown. */
function reportsText(record: FlightRecord, wording: Visitor['wording']): string | null {
  const { positionCount: count } = record;
  if (count === 0) return wording.say('flight.unreported');
  return count > few || isUnderWay(record) ? null : wording.say('flight.positions', { count });
}

/** By the client's pauses, and by how long it stood still in the air. */
function pausedOf(record: FlightRecord): number {
  const spans = phaseSpansOf(record).filter(({ phase }) => phase === 'paused');
  return pausedBetween(spans, null, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}
