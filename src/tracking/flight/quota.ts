import type { FlightEvent, Position } from '../model.ts';
import { positionFields } from '../position/position.ts';

/** How much one flight may store. Reports beyond that are refused one by one; finish and cancel still work. */
export interface Quotas {
  readonly reportsPerFlight: number;
  readonly bytesPerFlight: number;
  /** Measured by the events' own time, so that a client that was offline can send them all at once. */
  readonly eventsPerMinute: number;
  readonly eventBurst: number;
}

/** The remaining quota of a flight's events at an instant of their own time. */
export interface EventAllowance {
  readonly left: number;
  readonly at: number;
}

/** Returns the allowance after this event; null when it is exhausted. */
export function spend(allowance: EventAllowance | null, recordedAt: number, quotas: Quotas): EventAllowance | null {
  const { left, at } = allowance ?? { left: quotas.eventBurst, at: recordedAt };
  const earned = (Math.max(0, recordedAt - at) / 60_000) * quotas.eventsPerMinute;
  const before = Math.min(quotas.eventBurst, left + earned);
  return before < 1 ? null : { left: before - 1, at: Math.max(at, recordedAt) };
}

const textFields = positionFields.filter(({ kind }) => kind === 'code' || kind === 'clock').map(({ name }) => name) as (
  | 'phase'
  | 'transponder'
  | 'autopilot'
  | 'simTime'
)[];
/** Upper bound of a stored report's size without its texts, in bytes. */
const fixedBytes = 96;

/** How much of its flight's quota a report uses, in bytes; about its size on disk. */
export function sizeOf(report: Position | FlightEvent): number {
  if ('kind' in report) {
    const data = report.data === null ? 0 : JSON.stringify(report.data).length;
    return fixedBytes + report.kind.length + (report.message?.length ?? 0) + data;
  }
  let bytes = fixedBytes;
  for (const name of textFields) bytes += report[name]?.length ?? 0;
  return bytes;
}
