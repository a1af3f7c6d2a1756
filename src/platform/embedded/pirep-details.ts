import { numberOrNull, textOf, textOrNull } from '../../lib/row.ts';
import { fromSqlTime } from '../seven/sql-time.ts';
import type { CrewCenter } from './crew-center.ts';

/** Details of a PIREP that the list does not have. Null is unknown. */
export interface PirepDetails {
  readonly route: string | null;
  readonly alternate: string | null;
  readonly plannedDistanceNm: number | null;
  readonly plannedFlightTimeMin: number | null;
  readonly blockFuelLb: number | null;
  readonly score: number | null;
  /** The pilot's remarks. */
  readonly notes: string | null;
  /** Fields set by the client. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly log: readonly { readonly at: number | null; readonly text: string }[];
  /** Whether the log has more lines than returned here. */
  readonly isLogCut: boolean;
}

const maxLogLines = 1_000;

/** Returns null when there is no such PIREP. */
export function readPirepDetails(crewCenter: CrewCenter, pirepId: string): PirepDetails | null {
  return crewCenter.read(() => {
    const row = crewCenter.get('SELECT * FROM pireps WHERE id = ? AND deleted_at IS NULL', pirepId);
    if (row === null) return null;
    const fields = crewCenter.all('SELECT name, value FROM pirep_field_values WHERE pirep_id = ? ORDER BY id', pirepId);
    const log = crewCenter.all(
      `SELECT log, created_at FROM acars WHERE pirep_id = ? AND type = 2 ORDER BY "order", id LIMIT ?`,
      pirepId,
      maxLogLines + 1,
    );
    return {
      route: textOrNull(row, 'route') || null,
      alternate: textOrNull(row, 'alt_airport_id') || null,
      plannedDistanceNm: numberOrNull(row, 'planned_distance'),
      plannedFlightTimeMin: numberOrNull(row, 'planned_flight_time'),
      blockFuelLb: numberOrNull(row, 'block_fuel'),
      score: numberOrNull(row, 'score'),
      notes: textOrNull(row, 'notes') || null,
      fields: fields.map((field) => ({ name: textOf(field, 'name'), value: textOrNull(field, 'value') ?? '' })),
      log: log.slice(0, maxLogLines).map((line) => ({
        at: fromSqlTime(textOrNull(line, 'created_at')),
        text: textOrNull(line, 'log') ?? '',
      })),
      isLogCut: log.length > maxLogLines,
    };
  });
}
