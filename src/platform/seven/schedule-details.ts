import { numberOrNull, type Row, textOrNull } from '../../lib/row.ts';
import type { ScheduleDetails } from '../../tracking/model.ts';

/** Details of a flight of version 7. @param row - with its `days`, `level` and `notes` */
export function detailsOf(row: Row): ScheduleDetails {
  return {
    days: daysOfMask(numberOrNull(row, 'days')),
    cruiseAltitudeFt: cruiseAltitudeFt(numberOrNull(row, 'level')),
    notes: textOrNull(row, 'notes')?.trim() || null,
  };
}

/**
 * `flights.owner_type` of a charter: the schedule of one pilot, whose id is `owner_id`. It is not `visible`, so that no
 * search and no list shows it, and goes with its bid. Version 7 names owners by their class.
 */
export const charterOwner = 'App\\Models\\User';

/** `flights.level` of version 7 in feet: schedules keep a flight level (350) or feet (35000) there, and 0 for none. */
export function cruiseAltitudeFt(level: number | null): number | null {
  if (level === null || level <= 0) return null;
  return level < 1000 ? level * 100 : level;
}

/** Version 7's `flights.days` (app/Models/Enums/Days.php: Monday 1, Tuesday 2 … Sunday 64) as days, 0 is Sunday; none set: empty. */
export function daysOfMask(mask: number | null): readonly number[] {
  const bits = mask ?? 0;
  const days = [64, 1, 2, 4, 8, 16, 32];
  return days.flatMap((bit, day) => ((bits & bit) === 0 ? [] : [day]));
}
