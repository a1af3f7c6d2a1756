import { numberOf, numberOrNull, type Row, textOf } from '../../lib/row.ts';
import type { CrewCenter } from './crew-center.ts';
import { readHostSettings } from './host-settings.ts';

/** Applies an accepted flight: hours and rank of the pilot, hours of the aircraft, and both are moved to the arrival. */
export function creditFlight(crewCenter: CrewCenter, pirep: Row): void {
  const pilotId = numberOf(pirep, 'user_id');
  const minutes = numberOrNull(pirep, 'flight_time') ?? 0;
  const arrival = textOf(pirep, 'arr_airport_id');
  crewCenter.run(
    `UPDATE users SET flights = flights + 1, flight_time = coalesce(flight_time, 0) + ?, curr_airport_id = ?,
       last_pirep_id = ?, updated_at = ? WHERE id = ?`,
    minutes,
    arrival,
    textOf(pirep, 'id'),
    crewCenter.now(),
    pilotId,
  );
  promote(crewCenter, pilotId);
  moveAircraft(crewCenter, pirep, minutes, arrival);
}

/** Undoes an accepted flight after a rejection. Pilot and aircraft are not moved back. */
export function debitFlight(crewCenter: CrewCenter, pirep: Row): void {
  const minutes = numberOrNull(pirep, 'flight_time') ?? 0;
  crewCenter.run(
    `UPDATE users SET flights = max(flights - 1, 0), flight_time = max(coalesce(flight_time, 0) - ?, 0) WHERE id = ?`,
    minutes,
    numberOf(pirep, 'user_id'),
  );
  crewCenter.run(
    'UPDATE aircraft SET flight_time = max(coalesce(flight_time, 0) - ?, 0) WHERE id = ?',
    minutes,
    numberOrNull(pirep, 'aircraft_id'),
  );
}

/** The flight time of an accepted flight was corrected: hours of pilot and aircraft follow, and a rank that more hours give. */
export function recountHours(crewCenter: CrewCenter, before: Row, after: Row): void {
  const change = (numberOrNull(after, 'flight_time') ?? 0) - (numberOrNull(before, 'flight_time') ?? 0);
  if (change === 0) return;
  const pilotId = numberOf(after, 'user_id');
  for (const [name, id] of [['users', pilotId] as const, ['aircraft', numberOrNull(after, 'aircraft_id')] as const])
    crewCenter.run(
      `UPDATE ${name} SET flight_time = max(coalesce(flight_time, 0) + ?, 0), updated_at = ? WHERE id = ?`,
      change,
      crewCenter.now(),
      id,
    );
  promote(crewCenter, pilotId);
}

/** app/Listeners/UserStateListener.php: a pilot who files while on leave (3) becomes active (1). */
export function reactivatePilot(crewCenter: CrewCenter, pilotId: number): void {
  crewCenter.run('UPDATE users SET state = 1 WHERE id = ? AND state = 3', pilotId);
}

/** Returns the highest automatic rank for these hours, but never a lower one than the pilot has. */
function promote(crewCenter: CrewCenter, pilotId: number): void {
  const counted = readHostSettings(crewCenter).countTransferHours ? '+ coalesce(u.transfer_time, 0)' : '';
  crewCenter.run(
    `UPDATE users SET rank_id = coalesce((
       SELECT r.id FROM ranks r, users u LEFT JOIN ranks mine ON mine.id = u.rank_id
       WHERE u.id = users.id AND r.auto_promote = 1 AND r.deleted_at IS NULL
         AND r.hours * 60 <= coalesce(u.flight_time, 0) ${counted} AND r.hours > coalesce(mine.hours, -1)
       ORDER BY r.hours DESC LIMIT 1), rank_id)
     WHERE id = ?`,
    pilotId,
  );
}

function moveAircraft(crewCenter: CrewCenter, pirep: Row, minutes: number, arrival: string): void {
  const blockFuel = numberOrNull(pirep, 'block_fuel');
  const used = numberOrNull(pirep, 'fuel_used');
  const left = blockFuel === null || used === null ? null : Math.max(0, blockFuel - used);
  crewCenter.run(
    `UPDATE aircraft SET airport_id = ?, landing_time = ?, flight_time = coalesce(flight_time, 0) + ?,
       fuel_onboard = coalesce(?, fuel_onboard) WHERE id = ?`,
    arrival,
    crewCenter.now(),
    minutes,
    left,
    numberOrNull(pirep, 'aircraft_id'),
  );
}
