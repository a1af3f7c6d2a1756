import { didYouMean } from '../../lib/nearest.ts';
import { flagOf, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { planColumns, planJoinsOfListed, toPlan } from '../seven/schedule-plan.ts';
import type { CrewCenter } from './crew-center.ts';

/**
 * Returns the id of the schedule with this id or ident (`VM101`).
 * @param isActive - only one that pilots can see
 * @throws Refusal `not-found`, also when an ident is that of several schedules
 */
export function findSchedule(
  crewCenter: CrewCenter,
  wanted: string,
  { isActive }: { readonly isActive: boolean },
): string {
  const rows = crewCenter.all(
    `SELECT f.active, ${planColumns} FROM flights f ${planJoinsOfListed}
     WHERE f.deleted_at IS NULL AND (f.id = ?
       OR f.owner_id IS NULL AND upper(?) IN (al.icao || f.flight_number, al.iata || f.flight_number)) ORDER BY f.id = ? DESC, f.id`,
    wanted,
    wanted,
    wanted,
  );
  const usable = rows.filter((row) => !isActive || flagOf(row, 'active'));
  const [only, other] = usable;
  if (only === undefined) throw unknown(crewCenter, wanted);
  if (other !== undefined && textOf(only, 'schedule_id') !== wanted) throw ambiguous(wanted, usable);
  return textOf(only, 'schedule_id');
}

function unknown(crewCenter: CrewCenter, wanted: string): Refusal {
  const rows = crewCenter.all(
    `SELECT l.icao, l.iata, f.flight_number FROM flights f JOIN airlines l ON l.id = f.airline_id
     WHERE f.deleted_at IS NULL AND f.owner_id IS NULL ORDER BY l.icao, f.flight_number`,
  );
  const idents = rows.flatMap((row) =>
    [textOf(row, 'icao'), textOrNull(row, 'iata') ?? []].flat().map((code) => `${code}${textOf(row, 'flight_number')}`),
  );
  return new Refusal('not-found', {
    message: `Schedule: there is no schedule ${wanted}.${didYouMean(wanted, idents)}`,
  });
}

function ambiguous(wanted: string, rows: readonly Row[]): Refusal {
  const names = rows.map((row) => {
    const { departure, arrival } = toPlan(row, null);
    return `${textOf(row, 'schedule_id')} (${departure.icao}-${arrival.icao})`;
  });
  return new Refusal('not-found', {
    message: `Schedule: ${wanted} is ambiguous. Enter an id: ${names.join(', ')}.`,
  });
}
