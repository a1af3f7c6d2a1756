import { join } from 'node:path';
import { systemClock } from '../../lib/clock.ts';
import { textOf } from '../../lib/row.ts';
import { addBid } from './bid-admin.ts';
import { type DemoPilot, demoPassword, seedDemo } from './demo.ts';
import { type EmbeddedOptions, embeddedFileName, openEmbedded } from './embedded.ts';
import { bookDemoFive, seedDemoFive } from './five/demo.ts';
import { fiveFileName, openEmbeddedFive } from './five/five.ts';

/** A flight of the demo airline's schedule. */
export interface DemoFlight {
  readonly number: number;
  readonly departure: string;
}

/** The demo airline in its database, opened while the server is running. */
export interface DemoAirline {
  /** The first pilot flies the recording. */
  readonly pilots: readonly DemoPilot[];
  /** Returns the location of this aircraft; null when the crew center does not have the aircraft. */
  airportOf(registration: string): string | null;
  /** Adds a bid and returns its id. */
  book(pilot: DemoPilot, flight: DemoFlight, registration: string): Promise<string>;
  /** Returns whether the crew center has this PIREP. */
  hasPirep(pirepId: string): boolean;
  close(): Promise<void>;
}

/** Opens the airline, and creates it if there is none. */
export function openAirline(
  version: '7' | '5',
  directory: string,
  logger: EmbeddedOptions['logger'],
): Promise<DemoAirline> {
  return version === '7' ? openSeven(directory, logger) : openFive(directory);
}

async function openSeven(directory: string, logger: EmbeddedOptions['logger']): Promise<DemoAirline> {
  const embedded = await openEmbedded({ file: join(directory, embeddedFileName), clock: systemClock, logger });
  const { crewCenter } = embedded;
  return {
    pilots: await seedDemo(crewCenter),
    airportOf(registration) {
      const row = crewCenter.get('SELECT airport_id FROM aircraft WHERE registration = ?', registration);
      return row === null ? null : textOf(row, 'airport_id');
    },
    async book({ email }, { number }, aircraft) {
      const row = crewCenter.get('SELECT id FROM users WHERE email = ?', email);
      if (row === null) throw new Error(`The demo pilot ${email} is gone.`);
      return (await addBid(crewCenter, { pilotId: textOf(row, 'id'), schedule: `demo-dmo${number}`, aircraft })).id;
    },
    hasPirep: (pirepId) => crewCenter.get('SELECT 1 FROM pireps WHERE id = ?', pirepId) !== null,
    close: () => embedded.close(),
  };
}

async function openFive(directory: string): Promise<DemoAirline> {
  const { platform, database } = await openEmbeddedFive({ file: join(directory, fiveFileName), clock: systemClock });
  seedDemoFive(database);
  const rows = database.prepare('SELECT firstname, lastname, email, pilotid FROM pilots ORDER BY pilotid').all();
  return {
    pilots: rows.map((row) => ({
      name: `${textOf(row, 'firstname')} ${textOf(row, 'lastname')}`,
      email: textOf(row, 'email'),
      ident: `DMO${textOf(row, 'pilotid').padStart(4, '0')}`,
      password: demoPassword,
    })),
    airportOf: () => null,
    book: async ({ email }, { number }) => bookDemoFive(database, email, number),
    hasPirep: (pirepId) => database.prepare('SELECT 1 FROM pireps WHERE pirepid = ?').get(pirepId) !== undefined,
    close: () => platform.close(),
  };
}
