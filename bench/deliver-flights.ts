import { openJournal } from '../src/journal/open.ts';
import { systemClock } from '../src/lib/clock.ts';
import { digest, newId } from '../src/lib/tokens.ts';
import type { Pilot, Plan } from '../src/tracking/model.ts';
import { type CrewCenter7, openAdapter } from '../test/hosts/phpvms7/world.ts';
import { type Chosen, openFlight, session } from './open-flights.ts';

/** A flight of the load. What it sends as fuel is the second at which it was sent: so a row in the platform's table tells its age. */
export interface LoadFlight {
  readonly pirepId: string;
  readonly token: string;
  /** Seconds at which positions were sent, with the instant of their acknowledgement, oldest first; what is in the table is forgotten. */
  readonly acknowledged: { readonly sentS: number; readonly atMs: number }[];
}

/** Pilots, sessions, open flights and their PIREPs, as they would be after so many logins and starts. */
export async function writeFlights(
  crew: CrewCenter7,
  directory: string,
  count: number,
): Promise<readonly LoadFlight[]> {
  const journal = await openJournal({ directory, clock: systemClock });
  try {
    const flights = Array.from({ length: count }, (_, index) => ({
      pirepId: newId(),
      token: newId() + newId() + newId().slice(0, 11),
      acknowledged: [],
      pilotId: 1_000 + index,
    }));
    for (const { pilotId, pirepId } of flights) {
      await crew.tables.run(
        `INSERT INTO {users} (id, pilot_id, name, email, password, api_key, airline_id, rank_id, state) SELECT ?, ?, name, ?, password, ?, 1, 1, 1 FROM {users} WHERE id = 11`,
        [pilotId, pilotId, `load-${pilotId}@example.org`, newId()],
      );
      await crew.tables.run(
        `INSERT INTO {pireps} (id, user_id, airline_id, aircraft_id, flight_number, dpt_airport_id, arr_airport_id, state, status, created_at, updated_at)
         VALUES (?, ?, 1, 1, ?, 'LSZH', 'EGLL', 0, 'ENR', NOW(), NOW())`,
        [pirepId, pilotId, String(pilotId)],
      );
    }
    const platform = await openAdapter(crew);
    const pilots = await platform.readPilots(flights.map(({ pilotId }) => String(pilotId)));
    await platform.close();
    for (const { pilotId, pirepId, token } of flights) {
      const pilot = pilots.get(String(pilotId));
      if (pilot !== undefined) await saveFlight(journal, pilot, pirepId, token);
    }
    return flights;
  } finally {
    await journal.close();
  }
}

async function saveFlight(
  journal: Awaited<ReturnType<typeof openJournal>>,
  pilot: Pilot,
  pirepId: string,
  token: string,
): Promise<void> {
  const flight = openFlight(pilot, chosenBy(pilot), journal.nextFlightNumber());
  await journal.saveFlight({ ...flight, pirepId });
  await journal.saveSession(session(pilot, digest(token)));
}

function chosenBy(pilot: Pilot): Chosen {
  const airport = (icao: string) => ({ icao, name: null, lat: 50, lon: 8 });
  const plan: Plan = {
    scheduleId: null,
    airlineId: '1',
    airlineCode: 'ALP',
    flightNumber: pilot.id,
    ident: pilot.ident,
    callsign: null,
    departure: airport('LSZH'),
    arrival: airport('EGLL'),
    alternate: null,
    aircraft: null,
    route: null,
    distanceNm: 400,
    flightType: null,
    routeCode: null,
    routeLeg: null,
    plannedFlightTimeMin: null,
    departureTime: null,
    arrivalTime: null,
  };
  return { plan, aircraft: { id: '1', icao: 'A320', name: null, registration: 'HB-AAA' } };
}
