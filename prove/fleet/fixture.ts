import { Secret } from '../../src/lib/secret.ts';
import type { CrewCenter } from '../../src/platform/embedded/crew-center.ts';
import { demoPassword, seedDemo } from '../../src/platform/embedded/demo.ts';
import { addPilot } from '../../src/platform/embedded/pilot-admin.ts';
import { writeTrackerConfig } from '../../src/platform/embedded/settings.ts';
import { embeddedAt } from '../../test/embedded-at.ts';

/** A pilot who flies without bids, on an aircraft that nobody else takes. */
export interface FleetPilot {
  readonly login: string;
  readonly password: string;
  readonly registration: string;
}

/** Fills an empty data directory: the demo airline with so many more pilots, an aircraft for each. Passwords are hashed cheaply. */
export async function seedFleet(directory: string, count: number): Promise<readonly FleetPilot[]> {
  const { crewCenter, close } = await embeddedAt(directory);
  try {
    await seedDemo(crewCenter);
    return await addFleet(crewCenter, count);
  } finally {
    await close();
  }
}

/** Adds so many pilots to the demo airline, which lets them fly without bids from now on. */
export async function addFleet(crewCenter: CrewCenter, count: number): Promise<readonly FleetPilot[]> {
  await writeTrackerConfig(crewCenter, { bids_required: 'false' });
  const pilots = Array.from({ length: count }, (_, index) => ({
    login: `fleet-${index}@demo-air.example`,
    password: demoPassword,
    registration: `HB-F${String(index).padStart(4, '0')}`,
  }));
  for (const { login, password } of pilots) {
    const named = { name: `Fleet Pilot ${login.split('@')[0]}`, email: login, password: new Secret(password) };
    await addPilot(crewCenter, { ...named, airline: 'DMO', homeAirport: 'LSZH' });
  }
  await crewCenter.write(() => {
    for (const { registration } of pilots) addAircraft(crewCenter, registration);
  });
  return pilots;
}

function addAircraft(crewCenter: CrewCenter, registration: string): void {
  crewCenter.run(
    `INSERT INTO aircraft (subfleet_id, icao, name, registration, airport_id, created_at)
     SELECT subfleet_id, icao, name, ?, 'LSZH', created_at FROM aircraft WHERE registration = 'HB-JLP'`,
    registration,
  );
}
