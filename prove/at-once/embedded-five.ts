import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/lib/clock.ts';
import { seedDemoFive } from '../../src/platform/embedded/five/demo.ts';
import { fiveFileName, openEmbeddedFive } from '../../src/platform/embedded/five/five.ts';
import type { PlacePilot } from './place.ts';

/** Fills the file of the embedded crew center of version 5: the demo airline, and so many pilots with a bid each. */
export async function seedFive(directory: string, count: number): Promise<readonly PlacePilot[]> {
  const { platform, database } = await openEmbeddedFive({ file: join(directory, fiveFileName), clock: systemClock });
  try {
    seedDemoFive(database);
    return Array.from({ length: count }, (_, index) => addPilot(database, index));
  } finally {
    await platform.close();
  }
}

function addPilot(database: DatabaseSync, index: number): PlacePilot {
  const login = `at-once-${index}@demo-air.example`;
  const { lastInsertRowid: pilotId } = database
    .prepare(
      `INSERT INTO pilots (firstname, lastname, email, code, hub, password, salt, confirmed)
       SELECT firstname, lastname, ?, code, hub, password, salt, 1 FROM pilots WHERE pilotid = 1`,
    )
    .run(login);
  // The second schedule of the demo airline.
  const { lastInsertRowid: bidId } = database
    .prepare("INSERT INTO bids (pilotid, routeid, dateadded) VALUES (?, 2, '2026-01-01')")
    .run(pilotId);
  const leg = { airlineId: 'DMO', flightNumber: '310', departure: 'LSZH', arrival: 'EDDF', aircraftId: '2' };
  const bid = { id: String(bidId), scheduleId: '2', ...leg };
  return { id: String(pilotId), login, password: 'demo-pilot', apiKey: null, bid };
}
