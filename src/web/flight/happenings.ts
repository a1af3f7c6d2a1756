import { pausedBetween } from '../../tracking/figures/pauses.ts';
import type { Airport } from '../../tracking/model.ts';
import type { Visitor } from '../visitor/visitor.ts';
import { attemptsOf } from './attempts.ts';
import { phaseSpansOf } from './phase-spans.ts';
import type { FlightRecord } from './record.ts';

const minuteMs = 60_000;

/** Returns what sets a flight apart from others, in words: a diversion, go-arounds, touch-and-goes, pauses. */
export function happeningsOf(record: FlightRecord, arrival: Airport, { figures, wording }: Visitor): readonly string[] {
  const planned = record.view.flight.plan.arrival;
  const { goArounds, touchAndGoes } = attemptsOf(record);
  const pausedMs = pausedOf(record);
  return [
    arrival.icao === planned.icao ? null : wording.say('diverted.from', { airport: planned.icao }),
    goArounds === 0 ? null : wording.say('flight.go-arounds', { count: goArounds }),
    touchAndGoes === 0 ? null : wording.say('flight.touch-and-goes', { count: touchAndGoes }),
    pausedMs < minuteMs ? null : wording.say('flight.paused', { duration: figures.duration(pausedMs / minuteMs) }),
  ].filter((each) => each !== null);
}

/** By the client's pauses, and by how long it stood still in the air. */
function pausedOf(record: FlightRecord): number {
  const spans = phaseSpansOf(record).filter(({ phase }) => phase === 'paused');
  return pausedBetween(spans, null, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}
