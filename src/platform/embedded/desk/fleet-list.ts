import { numberOrNull, type Row, textOf, textOrNull } from '../../../lib/row.ts';
import type { FleetAircraft } from '../../../tracking/desk-model.ts';
import type { CrewCenter } from '../crew-center.ts';
import { listAllowedIds, toAircraft } from '../fleet.ts';
import { readHostSettings } from '../host-settings.ts';

/** All aircraft in service, and those that a bid of this pilot names; by registration. */
export function listFleet(crewCenter: CrewCenter, pilotId: string): readonly FleetAircraft[] {
  const allowed = listAllowedIds(crewCenter, pilotId);
  const { restrictAircraftToRank } = readHostSettings(crewCenter);
  const rows = crewCenter.all(
    `SELECT c.*, s.name AS subfleet_name, s.type AS subfleet_type, s.airline_id AS subfleet_airline, s.cargo_capacity,
       (SELECT r.name FROM subfleet_rank g JOIN ranks r ON r.id = g.rank_id
        WHERE g.subfleet_id = c.subfleet_id AND r.deleted_at IS NULL ORDER BY r.hours, r.id LIMIT 1) AS min_rank
     FROM aircraft c JOIN subfleets s ON s.id = c.subfleet_id
     WHERE c.deleted_at IS NULL AND (c.status = 'A' AND s.deleted_at IS NULL
       OR c.id IN (SELECT aircraft_id FROM bids WHERE user_id = CAST(? AS INTEGER)))
     ORDER BY c.registration, c.id`,
    pilotId,
  );
  return rows.map((row) => ({
    ...toAircraft(row),
    subfleet: subfleetOf(row),
    airport: textOrNull(row, 'airport_id') || null,
    serviceCeilingFt: null,
    maxPassengers: null,
    maxCargoLb: numberOrNull(row, 'cargo_capacity') || null,
    minRank: restrictAircraftToRank ? textOrNull(row, 'min_rank') : null,
    isAllowed: allowed.has(textOf(row, 'id')),
  }));
}

function subfleetOf(row: Row): FleetAircraft['subfleet'] {
  return {
    id: textOf(row, 'subfleet_id'),
    name: textOf(row, 'subfleet_name'),
    type: textOf(row, 'subfleet_type'),
    airlineId: textOrNull(row, 'subfleet_airline'),
  };
}
