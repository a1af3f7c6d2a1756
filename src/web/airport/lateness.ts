import { universalTime } from '../../lib/instant-text.ts';

/** Minutes from the landing to the gate that a schedule contains. */
const taxiInMin = 7;
const minuteMs = 60_000;

/** What is known of an arrival; instants in milliseconds since the epoch. */
export interface Arriving {
  /** The schedule's arrival time as the crew center writes it: `10:00`, `10:00 EST`, `10:00Z`. */
  readonly arrivalTime: string | null;
  readonly plannedMin: number | null;
  readonly offBlockAt: number | null;
  readonly expectedAt: number | null;
  readonly doubtMin: number;
}

/**
 * Returns how many minutes later than planned a flight is expected at the gate; negative when earlier, null when that
 * cannot be said: without a plan, or when the doubt is larger. A time without a zone says nothing, because schedules
 * have local times as well; the planned duration is used then, from when the flight left the gate.
 */
export function latenessMin({ arrivalTime, plannedMin, offBlockAt, expectedAt, doubtMin }: Arriving): number | null {
  if (expectedAt === null) return null;
  const gateAt = expectedAt + taxiInMin * minuteMs;
  const byDuration =
    plannedMin === null || plannedMin <= 0 || offBlockAt === null ? null : offBlockAt + plannedMin * minuteMs;
  const plannedAt = universalTime(arrivalTime, gateAt) ?? byDuration;
  if (plannedAt === null) return null;
  const late = Math.round((gateAt - plannedAt) / minuteMs);
  return Math.abs(late) <= doubtMin ? null : late;
}
