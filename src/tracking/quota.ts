import { positionFields } from '../report/position.ts';
import type { FlightEvent, Position } from './model.ts';

/** How much one flight may store. What is beyond is refused by name; finishing and cancelling go on. */
export interface Quotas {
  readonly reportsPerFlight: number;
  readonly bytesPerFlight: number;
  /** By the events' own time, so that a client which was offline may send them at once. */
  readonly eventsPerMinute: number;
  readonly eventBurst: number;
}

/** What is left to a flight's events at an instant of their own time. */
export interface EventAllowance {
  readonly left: number;
  readonly at: number;
}

/** The allowance after this event; null when there is none left for it. */
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
/** Bytes of a stored report without its texts: more than any takes. */
const fixedBytes = 96;

/** What a report takes of its flight's quota, in bytes; about what it takes on disk. */
export function sizeOf(report: Position | FlightEvent): number {
  if ('kind' in report) {
    const data = report.data === null ? 0 : JSON.stringify(report.data).length;
    return fixedBytes + report.kind.length + (report.message?.length ?? 0) + data;
  }
  let bytes = fixedBytes;
  for (const name of textFields) bytes += report[name]?.length ?? 0;
  return bytes;
}
