import { numberOrNull, type Row, textOrNull } from '../../lib/row.ts';
import type { ScheduleDetails } from '../../tracking/model.ts';
import { cruiseAltitudeFt } from './cruise-altitude.ts';
import { daysOfMask } from './days-mask.ts';

/** Details of a flight of version 7. @param row - with its `days`, `level` and `notes` */
export function detailsOf(row: Row): ScheduleDetails {
  return {
    days: daysOfMask(numberOrNull(row, 'days')),
    cruiseAltitudeFt: cruiseAltitudeFt(numberOrNull(row, 'level')),
    notes: textOrNull(row, 'notes')?.trim() || null,
  };
}
