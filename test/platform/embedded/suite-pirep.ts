import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../../src/lib/row.ts';
import { hostPirepState } from '../../../src/platform/seven/pirep-state.ts';
import { fromSqlTime } from '../../../src/platform/seven/sql-time.ts';
import type { PirepInHost } from '../../../src/platform/suite.ts';

/** A row of version 7's `pireps` as the suite compares it; `text` is all that the host shows of it in words. */
export function pirepOfRow(row: Row, text: string): PirepInHost {
  const state = hostPirepState(numberOf(row, 'state'));
  if (state === null) throw new Error('a deleted PIREP is shown');
  return {
    id: textOf(row, 'id'),
    pilotId: textOf(row, 'user_id'),
    state,
    flightNumber: textOf(row, 'flight_number'),
    departure: textOf(row, 'dpt_airport_id'),
    arrival: textOf(row, 'arr_airport_id'),
    aircraftId: textOrNull(row, 'aircraft_id'),
    flightTimeMin: numberOrNull(row, 'flight_time'),
    distanceNm: numberOrNull(row, 'distance'),
    fuelUsedLb: numberOrNull(row, 'fuel_used'),
    landingRateFpm: numberOrNull(row, 'landing_rate'),
    blockOffAt: fromSqlTime(textOrNull(row, 'block_off_time')),
    blockOnAt: fromSqlTime(textOrNull(row, 'block_on_time')),
    text,
    isHtml: false,
  };
}
