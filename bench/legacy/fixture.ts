import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/lib/clock.ts';
import { seedDemoFive } from '../../src/platform/embedded/five/demo.ts';
import { fiveFileName, openEmbeddedFive } from '../../src/platform/embedded/five/five.ts';
import type { Platform } from '../../src/platform/port.ts';
import type { Pilot } from '../../src/tracking/model.ts';
import { writeOpenFlights } from '../open-flights.ts';

/** Fills an empty data directory of version 5 with so many pilots, sessions and open flights. Answers the session tokens. */
export async function writeLegacyFixture(directory: string, count: number): Promise<readonly string[]> {
  const { platform, database } = await openEmbeddedFive({ file: join(directory, fiveFileName), clock: systemClock });
  try {
    seedDemoFive(database);
    return await writeOpenFlights(directory, platform, await addPilots(database, platform, count));
  } finally {
    await platform.close();
  }
}

/** Copies of the demo's first pilot, with passwords of their own: a start replaces the demo's, and so ends its sessions. */
async function addPilots(database: DatabaseSync, platform: Platform, count: number): Promise<readonly Pilot[]> {
  const insert = database.prepare(
    `INSERT INTO pilots (firstname, lastname, email, code, hub, password, salt, confirmed)
     SELECT 'Load', ?, ?, code, hub, lower(hex(randomblob(16))), salt, 1 FROM pilots ORDER BY pilotid LIMIT 1`,
  );
  database.exec('BEGIN');
  const ids = Array.from({ length: count }, (_, index) =>
    String(insert.run(`Pilot ${index}`, `load-${index}@demo-air.example`).lastInsertRowid),
  );
  database.exec('COMMIT');
  const pilots = await platform.readPilots(ids);
  return ids.flatMap((id) => pilots.get(id) ?? []);
}
