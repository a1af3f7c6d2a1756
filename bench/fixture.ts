import { join } from 'node:path';
import { openJournal } from '../src/journal/open.ts';
import { systemClock } from '../src/lib/clock.ts';
import { digest, newId } from '../src/lib/tokens.ts';
import type { CrewCenter } from '../src/platform/embedded/crew-center.ts';
import { seedDemo } from '../src/platform/embedded/demo.ts';
import { embeddedFileName, openEmbedded } from '../src/platform/embedded/embedded.ts';
import type { Platform } from '../src/platform/port.ts';
import type { Aircraft, Flight, Pilot, Plan } from '../src/tracking/model.ts';

const silent = { info() {}, warn() {}, error() {} };

/**
 * Fills an empty data directory: a pilot, a session and an open flight with its PIREP for each of `count`, as they would
 * be after so many logins and starts. Answers the session tokens, in the order of the pilots. (Ten thousand real logins would be forty minutes of bcrypt.)
 */
export async function writeFixture(directory: string, count: number): Promise<readonly string[]> {
  const embedded = await openEmbedded({
    file: join(directory, embeddedFileName),
    clock: systemClock,
    logger: silent,
  });
  try {
    await seedDemo(embedded.crewCenter);
    const pilots = await addPilots(embedded.crewCenter, embedded.platform, count);
    const journal = await openJournal({ directory, clock: systemClock });
    try {
      const { plan, aircraft } = await somePlan(embedded.platform);
      const tokens = pilots.map(() => newId() + newId() + newId().slice(0, 11));
      const flights = pilots.map((pilot) => openFlight(pilot, plan, aircraft, journal.nextFlightNumber()));
      await Promise.all(flights.map((flight) => embedded.platform.openPirep({ ...flight, pilotId: flight.pilot.id })));
      await Promise.all(flights.map((flight) => journal.saveFlight(flight)));
      await Promise.all(pilots.map((pilot, index) => journal.saveSession(session(pilot, digest(tokens[index] ?? '')))));
      return tokens;
    } finally {
      await journal.close();
    }
  } finally {
    await embedded.close();
  }
}

/** Copies of the demo's first pilot, password and all. */
async function addPilots(crewCenter: CrewCenter, platform: Platform, count: number): Promise<readonly Pilot[]> {
  const ids = await crewCenter.write(() =>
    Array.from({ length: count }, (_, index) =>
      String(
        crewCenter.insert(
          `INSERT INTO users (pilot_id, name, email, password, api_key, airline_id, rank_id, home_airport_id, curr_airport_id,
             state, created_at, updated_at)
           SELECT ?, ?, ?, password, ?, airline_id, rank_id, home_airport_id, curr_airport_id, state, created_at, updated_at
           FROM users ORDER BY id LIMIT 1`,
          1_000 + index,
          `Load Pilot ${index}`,
          `load-${index}@demo-air.example`,
          newId(),
        ),
      ),
    ),
  );
  const pilots = await platform.readPilots(ids);
  return ids.flatMap((id) => pilots.get(id) ?? []);
}

async function somePlan(platform: Platform): Promise<{ readonly plan: Plan; readonly aircraft: Aircraft }> {
  for (const { plan, aircraftChoices } of await platform.listBids('1')) {
    const aircraft = aircraftChoices[0];
    if (aircraft !== undefined) return { plan, aircraft };
  }
  throw new Error('the demo airline has no bid with a free aircraft');
}

function openFlight(pilot: Pilot, plan: Plan, aircraft: Aircraft, number: number): Flight {
  const now = systemClock.now();
  return {
    id: newId(),
    number,
    pilot: { id: pilot.id, ident: pilot.ident, name: pilot.name },
    bidId: null,
    plan,
    aircraft,
    pirepId: newId(),
    formerPirepIds: [],
    state: 'open',
    intent: null,
    startedAt: now,
    lastReportAt: now,
    endedAt: null,
    reason: null,
    receipt: null,
    summary: null,
    setAside: null,
  };
}

function session(pilot: Pilot, tokenHash: string) {
  const now = systemClock.now();
  return {
    tokenHash,
    pilotId: pilot.id,
    pilotIdent: pilot.ident,
    pilotName: pilot.name,
    credentialVersion: pilot.credentialVersion,
    createdAt: now,
    expiresAt: now + 24 * 3_600_000,
  };
}
