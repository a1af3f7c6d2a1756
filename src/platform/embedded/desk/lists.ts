import { flagOf, numberOrNull, textOf, textOrNull } from '../../../lib/row.ts';
import type { Airline, ListedAirport } from '../../../tracking/desk-model.ts';
import { webAddressOrNull } from '../../web-address.ts';
import type { CrewCenter } from '../crew-center.ts';

/** Airports that are read at once: all of them together would keep positions waiting. */
const slice = 2_000;

/** Every airport, and those that a bid of this pilot names although the crew center does not know them. */
export async function listAirports(crewCenter: CrewCenter, pilotId: string): Promise<readonly ListedAirport[]> {
  const known: ListedAirport[] = [];
  for (;;) {
    const part = crewCenter.read(() => readAirports(crewCenter, known.at(-1)?.icao ?? ''));
    known.push(...part);
    if (part.length < slice) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...known, ...crewCenter.read(() => unknownAirports(crewCenter, pilotId))];
}

/** Those whose codes follow this one. */
function readAirports(crewCenter: CrewCenter, after: string): readonly ListedAirport[] {
  const rows = crewCenter.all(
    `SELECT id, iata, name, country, hub, lat, lon FROM airports WHERE deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?`,
    after,
    slice,
  );
  return rows.map((row) => ({
    icao: textOf(row, 'id'),
    name: textOf(row, 'name'),
    lat: numberOrNull(row, 'lat'),
    lon: numberOrNull(row, 'lon'),
    iata: textOrNull(row, 'iata') || null,
    country: textOrNull(row, 'country') || null,
    isHub: flagOf(row, 'hub'),
  }));
}

function unknownAirports(crewCenter: CrewCenter, pilotId: string): readonly ListedAirport[] {
  const rows = crewCenter.all(
    `SELECT DISTINCT a.icao FROM (
       SELECT f.dpt_airport_id AS icao, b.user_id FROM bids b JOIN flights f ON f.id = b.flight_id
       UNION SELECT f.arr_airport_id, b.user_id FROM bids b JOIN flights f ON f.id = b.flight_id) a
     WHERE a.user_id = CAST(? AS INTEGER)
       AND NOT EXISTS (SELECT 1 FROM airports k WHERE k.id = a.icao AND k.deleted_at IS NULL)`,
    pilotId,
  );
  const nothing = { name: null, lat: null, lon: null, iata: null, country: null, isHub: false };
  return rows.map((row) => ({ icao: textOf(row, 'icao'), ...nothing }));
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
