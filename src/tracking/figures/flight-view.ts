import { distanceNm } from '../../lib/geo.ts';
import type { HostFlight } from '../../platform/port.ts';
import type { Airport, Flight, FlightSummary, Phase, Position } from '../model.ts';
import type { Fold } from './fold-state.ts';

/** A flight as returned to its pilot. `remarks` are sentences for the operator. */
export interface FlightView {
  readonly flight: Flight;
  readonly phase: string | null;
  readonly lastPosition: Position | null;
  /** Highest position `seq` stored, null when none carried one. */
  readonly lastSeq: number | null;
  readonly positionCount: number;
  readonly eventCount: number;
  readonly distanceFlownNm: number | null;
  /** Minutes since block-off without pauses, 0 before it; null for a flight that has ended: its PIREP has them. */
  readonly flightTimeMin: number | null;
  /** When its newest report (position or event) arrived; before the first one, when it was started. */
  readonly lastReportAt: number;
  /** Recommended interval to the next position, in seconds. */
  readonly nextIntervalS: number;
  readonly remarks: readonly string[];
}

/** Recommended interval between positions by phase, in seconds: short during take-off and landing, long while parked. */
const nextInterval: Readonly<Record<Phase, number>> = {
  boarding: 15,
  pushback: 5,
  taxi: 5,
  takeoff: 1,
  climb: 5,
  cruise: 10,
  descent: 5,
  approach: 2,
  landing: 1,
  landed: 1,
  'taxi-in': 5,
  arrived: 15,
  diverted: 5,
  paused: 30,
};

/** Below this height, feet, or where none is reported this near to the planned arrival, an aircraft is about to land. */
const lowFt = 1_500;
const nearNm = 5;
const comingDown: ReadonlySet<Phase> = new Set(['descent', 'approach', 'landing', 'diverted']);

/**
 * Returns the recommended interval to the next position, seconds: 1 shortly before a landing, for only reports that dense
 * show where an aircraft touched down. `heightFt` is the height above the ground, NaN when unknown.
 */
export function nextIntervalOf({ phase, isAirborne, last }: Fold, heightFt: number, arrival: Airport): number {
  if (!isAirborne || last === null || !comingDown.has(phase)) return nextInterval[phase];
  const { lat, lon } = arrival;
  const isNear = lat !== null && lon !== null && distanceNm(last, { lat, lon }) < nearNm;
  const isLow = Number.isNaN(heightFt) ? isNear : heightFt < lowFt;
  return isLow ? 1 : nextInterval[phase];
}

/** Returns the view of an ended flight. */
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
  // `flight.lastReportAt` is the time of its last change of state, which may not be a report.
  const lastReportAt = summary.lastPosition?.receivedAt ?? flight.lastReportAt;
  return { flight, ...summary, flightTimeMin: null, lastReportAt, nextIntervalS: nextInterval.arrived, remarks: [] };
}

/** Returns the flight as adapters receive it. */
export function toHostFlight(flight: Flight): HostFlight {
  return {
    id: flight.id,
    pirepId: flight.pirepId,
    pilotId: flight.pilot.id,
    bidId: flight.bidId,
    plan: flight.plan,
    aircraft: flight.aircraft,
    startedAt: flight.startedAt,
  };
}
