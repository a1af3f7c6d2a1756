import { flagOf, numberOrNull, textOf, textOrNull } from '../../../lib/row.ts';
import type { Airline, ListedAirport } from '../../../tracking/desk-model.ts';
import { webAddressOrNull } from '../../web-address.ts';
import type { CrewCenter } from '../crew-center.ts';

/** Every airport, and those that a bid of this pilot names although the crew center does not know them. */
export function listAirports(crewCenter: CrewCenter, pilotId: string): readonly ListedAirport[] {
  const rows = crewCenter.all('SELECT id, iata, name, country, hub, lat, lon FROM airports WHERE deleted_at IS NULL');
  const known = rows.map((row) => ({
    icao: textOf(row, 'id'),
    name: textOf(row, 'name'),
    lat: numberOrNull(row, 'lat'),
    lon: numberOrNull(row, 'lon'),
    iata: textOrNull(row, 'iata') || null,
    country: textOrNull(row, 'country') || null,
    isHub: flagOf(row, 'hub'),
  }));
  const unknown = crewCenter.all(
    `SELECT DISTINCT a.icao FROM (
       SELECT f.dpt_airport_id AS icao, b.user_id FROM bids b JOIN flights f ON f.id = b.flight_id
       UNION SELECT f.arr_airport_id, b.user_id FROM bids b JOIN flights f ON f.id = b.flight_id) a
     WHERE a.user_id = CAST(? AS INTEGER)
       AND NOT EXISTS (SELECT 1 FROM airports k WHERE k.id = a.icao AND k.deleted_at IS NULL)`,
    pilotId,
  );
  const nothing = { name: null, lat: null, lon: null, iata: null, country: null, isHub: false };
  return [...known, ...unknown.map((row) => ({ icao: textOf(row, 'icao'), ...nothing }))];
}

/** Those in service, by name. */
export function listAirlines(crewCenter: CrewCenter): readonly Airline[] {
  const rows = crewCenter.all('SELECT * FROM airlines WHERE deleted_at IS NULL AND active = 1 ORDER BY name, id');
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    icao: textOf(row, 'icao'),
    iata: textOrNull(row, 'iata') || null,
    name: textOf(row, 'name'),
    country: textOrNull(row, 'country') || null,
    logoUrl: webAddressOrNull(textOrNull(row, 'logo')),
  }));
}
