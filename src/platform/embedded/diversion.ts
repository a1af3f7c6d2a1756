import { numberOf, numberOrNull, textOf, textOrNull } from '../../lib/row.ts';
import type { CrewCenter } from './crew-center.ts';
import { readPirep } from './pirep-rows.ts';

/** The custom field by which a client reports a diversion to version 7. */
export const diversionField = 'Diversion Airport';

/**
 * app/Listeners/DiversionHandler.php: the arrival becomes the airport of the field, the planned one the alternate; the
 * PIREP no longer counts as the schedule's; pilot and aircraft are moved at once, whether or not it is accepted.
 */
export function handleDiversion(crewCenter: CrewCenter, pirepId: string): void {
  const field = crewCenter.get(
    `SELECT v.value FROM pirep_field_values v JOIN airports a ON a.id = v.value
     WHERE v.pirep_id = ? AND v.slug = 'diversion-airport'`,
    pirepId,
  );
  const pirep = readPirep(crewCenter, pirepId);
  if (field === null || pirep === null) return;
  const airport = textOf(field, 'value');
  const planned = textOf(pirep, 'arr_airport_id');
  if (airport === planned) return;
  const notes = [`DIVERTED (${planned} => ${airport})`, textOrNull(pirep, 'notes')].filter(Boolean).join(' ');
  crewCenter.run(
    `UPDATE pireps SET arr_airport_id = ?, alt_airport_id = ?, flight_id = NULL, route_leg = NULL, notes = ? WHERE id = ?`,
    airport,
    planned,
    notes,
    pirepId,
  );
  crewCenter.run('UPDATE users SET curr_airport_id = ? WHERE id = ?', airport, numberOf(pirep, 'user_id'));
  crewCenter.run('UPDATE aircraft SET airport_id = ? WHERE id = ?', airport, numberOrNull(pirep, 'aircraft_id'));
}
