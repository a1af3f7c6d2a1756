import type { Flight, FlightSummary, Phase, Position } from './model.ts';

/** A flight as its pilot sees it. `remarks` are sentences for the operator. */
export interface FlightView {
  readonly flight: Flight;
  readonly phase: string | null;
  readonly lastPosition: Position | null;
  /** Highest position `seq` stored, null when none carried one. */
  readonly lastSeq: number | null;
  readonly positionCount: number;
  readonly eventCount: number;
  readonly distanceFlownNm: number | null;
  /** When its newest report, a position or an event, reached the server; when it was started, before the first one. */
  readonly lastReportAt: number;
  /** Seconds until the server would like the next position. */
  readonly nextIntervalS: number;
  readonly remarks: readonly string[];
}

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
