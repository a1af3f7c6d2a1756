import { join } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { newId } from '../src/lib/tokens.ts';
import type { CrewCenter } from '../src/platform/embedded/crew-center.ts';
import { seedDemo } from '../src/platform/embedded/demo.ts';
import { embeddedFileName, openEmbedded } from '../src/platform/embedded/embedded.ts';
import type { Platform } from '../src/platform/port.ts';
import type { Pilot } from '../src/tracking/model.ts';
import { silent } from '../test/embedded-at.ts';
import { writeOpenFlights } from './open-flights.ts';

/**
 * Fills an empty data directory: a pilot, a session and an open flight with its PIREP for each of `count`, as they would
 * be after so many logins and starts. Answers the session tokens, in the order of the pilots. (Ten thousand real logins would be forty minutes of bcrypt.)
 */
export async function writeFixture(
  directory: string,
  count: number,
  newToken?: (pilotId: string) => string,
): Promise<readonly string[]> {
  // Passwords cost what they do: one signs in a second beside the load.
  const file = join(directory, embeddedFileName);
  const embedded = await openEmbedded({ file, clock: systemClock, logger: silent });
  try {
    await seedDemo(embedded.crewCenter);
    const pilots = await addPilots(embedded.crewCenter, embedded.platform, count);
    const tokens = await writeOpenFlights(directory, embedded.platform, pilots, newToken);
    await giveKeys(embedded.crewCenter, pilots, tokens);
    return tokens;
  } finally {
    await embedded.close();
  }
}

/** The token of a pilot's session is the pilot's API key too. */
async function giveKeys(crewCenter: CrewCenter, pilots: readonly Pilot[], tokens: readonly string[]): Promise<void> {
  await crewCenter.write(() => {
    for (const [index, { id }] of pilots.entries())
      crewCenter.run('UPDATE users SET api_key = ? WHERE id = CAST(? AS INTEGER)', tokens[index] ?? '', id);
  });
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
