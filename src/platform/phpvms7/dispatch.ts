import { numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import type { HostFlight } from '../port.ts';
import type { Database } from './database.ts';
import { readFares, type SentFare } from './fares.ts';

/** What the platform itself takes from a schedule, or the pilot's briefing for it, when a PIREP is begun there. */
export interface Dispatch {
  /** As the schedule writes it: `380`, or `38000`. */
  readonly level: number | null;
  readonly eventId: number | null;
  /** The pilot's SimBrief briefing for this schedule that no PIREP has yet; the platform attaches it to the PIREP that names it. */
  readonly briefingId: string | null;
  readonly fares: readonly SentFare[];
}

/** app/Models/Pirep.php, `fromFlight` and `fromSimBrief`; app/Http/Controllers/Frontend/PirepController.php, `create`. */
export async function readDispatch(database: Database, flight: HostFlight): Promise<Dispatch> {
  const { scheduleId } = flight.plan;
  const [schedule] = await database.rows(
    'SELECT {?f.flights.level} AS level, {?f.flights.event_id} AS event FROM {flights} f WHERE f.id = ?',
    [scheduleId],
  );
  const briefing = await readBriefing(database, flight);
  const briefed = briefing === null ? [] : faresOfBriefing(textOrNull(briefing, 'fare_data'));
  return {
    level: schedule === undefined ? null : numberOrNull(schedule, 'level') || null,
    eventId: schedule === undefined ? null : numberOrNull(schedule, 'event'),
    briefingId: briefing === null ? null : textOf(briefing, 'id'),
    fares: briefed.length > 0 ? briefed : await readFares(database, flight, flight.aircraft?.id ?? null, null),
  };
}

async function readBriefing(database: Database, { pilotId, plan }: HostFlight): Promise<Row | null> {
  if (plan.scheduleId === null) return null;
  const [row] = await database.rows(
    `SELECT s.id, {?s.simbrief.fare_data} AS fare_data FROM {simbrief} s
     WHERE s.user_id = ? AND s.flight_id = ? AND s.pirep_id IS NULL
     ORDER BY s.created_at DESC, s.id DESC LIMIT 1`,
    [pilotId, plan.scheduleId],
  );
  return row ?? null;
}

/** The load sheet that the platform made for the briefing. */
export function faresOfBriefing(text: string | null): readonly SentFare[] {
  let sheet: unknown = null;
  try {
    sheet = JSON.parse(text ?? 'null');
  } catch {
    return [];
  }
  if (!Array.isArray(sheet)) return [];
  return sheet.flatMap((line: Partial<Record<string, unknown>> | null) => {
    const id = Number(line?.id);
    const count = Number(line?.count);
    return Number.isInteger(id) && id > 0 && Number.isFinite(count) && count >= 0
      ? [{ id, count: Math.floor(count) }]
      : [];
  });
}
