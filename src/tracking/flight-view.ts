import type { FlightView } from './calls.ts';
import type { Flight, FlightSummary, Phase } from './model.ts';

/** Seconds until the server would like the next position: often where a second matters, seldom where nothing moves. */
export const nextInterval: Readonly<Record<Phase, number>> = {
  boarding: 15,
  pushback: 5,
  taxi: 5,
  takeoff: 1,
  climb: 5,
  cruise: 10,
  descent: 5,
  approach: 2,
  landing: 1,
  landed: 2,
  'taxi-in': 5,
  arrived: 15,
  diverted: 5,
  paused: 30,
};

/** An ended flight as its pilot sees it. */
export function viewOfEnded(flight: Flight): FlightView {
  const none: FlightSummary = {
    phase: null,
    lastPosition: null,
    lastSeq: null,
    positionCount: 0,
    eventCount: 0,
    distanceFlownNm: null,
  };
  const summary = flight.summary ?? none;
  // The flight's own instant is that of its last change of state, which a report need not be.
  const lastReportAt = summary.lastPosition?.receivedAt ?? flight.lastReportAt;
  return { flight, ...summary, lastReportAt, nextIntervalS: nextInterval.arrived, remarks: [] };
}
