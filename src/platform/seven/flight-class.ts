import { textOrNull } from '../../lib/row.ts';
import type { FlightClass, HostFlight } from '../port.ts';
import type { Tables } from './tables.ts';

/** Returns the rank of a flight's pilot, and the subfleet of its aircraft by id, name and type. */
export async function readFlightClass(tables: Tables, { pilotId, aircraft }: HostFlight): Promise<FlightClass> {
  const [pilot] = await tables.rows(
    'SELECT r.name AS rank_name FROM {users} u LEFT JOIN {ranks} r ON r.id = u.rank_id WHERE u.id = ?',
    [pilotId],
  );
  const [subfleet] =
    aircraft === null
      ? []
      : await tables.rows(
          'SELECT s.id, s.name, s.type FROM {aircraft} c LEFT JOIN {subfleets} s ON s.id = c.subfleet_id WHERE c.id = ?',
          [aircraft.id],
        );
  const names = subfleet === undefined ? [] : ['id', 'name', 'type'].map((name) => textOrNull(subfleet, name));
  return {
    rank: pilot === undefined ? null : textOrNull(pilot, 'rank_name'),
    subfleets: names.filter((name) => name !== null),
  };
}
