import { defaultHostSettings } from '../../../src/platform/five/host-settings.ts';
import type { Platform } from '../../../src/platform/port.ts';
import type { Outage, SuitePilot, SuiteWorld } from '../../../src/platform/suite.ts';
import type { Mariadb } from '../mariadb.ts';
import { charter } from './desk-wishes.ts';
import { hostView } from './host-view.ts';
import { openAdapter } from './opened.ts';
import type { Installation } from './schema.ts';
import { installation, password } from './seed.ts';

const bids = [
  { pilotId: 1, scheduleId: 1, aircraftId: 1 },
  { pilotId: 3, scheduleId: 1, aircraftId: 1 },
  { pilotId: 1, scheduleId: 3, aircraftId: 77 },
  { pilotId: 1, scheduleId: 2, aircraftId: 2 },
];

/** By server and fixture, the databases of worlds before: their tables are filled anew for each case. */
const made = new WeakMap<Mariadb, Map<string, string>>();

/** Returns a database that holds what the fixture says, and nothing else. */
async function placeDatabase(server: Mariadb, fixture: string): Promise<string> {
  const databases = made.get(server) ?? new Map<string, string>();
  made.set(server, databases);
  const known = databases.get(fixture);
  if (known !== undefined) {
    await server.refillDatabase(known, fixture);
    return known;
  }
  const database = `suite${databases.size + 1}`;
  await server.createDatabase(database, fixture);
  databases.set(fixture, database);
  return database;
}

/** A database on the server, filled as a crew center; one world of an installation at a time. */
export async function openSuiteWorld(server: Mariadb, options: Installation): Promise<SuiteWorld> {
  const database = await placeDatabase(server, installation(options, bids));
  const host = { ...defaultHostSettings, canLoginByRetired: defaultHostSettings.canLoginByRetired };
  const first = await openAdapter(server, database, { host });
  const opened = [first];
  const reopen = async (): Promise<Platform> => {
    const again = await openAdapter(server, database, { host });
    opened.push(again);
    return again.platform;
  };
  await first.sql.run(`UPDATE \`${options.prefix}pilots\` SET retired = 0 WHERE pilotid = 3`);
  return {
    platform: first.platform,
    reopen,
    host: hostView(first.sql, options.prefix),
    fixtures: {
      first: pilot('1', 'ada', '1'),
      second: pilot('3', 'cid', '2'),
      choiceBidId: null,
      blockedBidId: '3',
      forbiddenRegistration: 'N744TV',
      freeFlight: {
        airline: 'TVA',
        flightNumber: '777',
        departure: 'KJFK',
        arrival: 'KBOS',
        aircraft: 'B738',
        registration: null,
        route: 'HFD',
      },
      desk: {
        scheduleId: '4',
        hiddenScheduleIds: ['6'],
        aircraftIds: options.bookingAddOn ? ['4', '1'] : ['4'],
        forbiddenAircraftId: '3',
        profile: { firstName: 'Ada', lastName: 'Pilot', email: 'ada@example.org', rank: 'New Hire' },
        charter,
      },
      elsewhere: { icao: 'KPVD', name: 'Providence', lat: 41.732581, lon: -71.420383 },
    },
    outage: outage(server, first.sql, options.prefix),
    dispose: async () => {
      for (const each of opened) await each[Symbol.asyncDispose]();
    },
  };
}

function pilot(id: string, name: string, bidId: string): SuitePilot {
  const logins = [
    id,
    `000${id}`,
    `TVA000${id}`,
    `tva${id}`,
    `TVA 000${id}`,
    `${name}@example.org`,
    `${name.toUpperCase()}@Example.org`,
  ];
  return { id, logins, password, apiKey: null, bidId };
}

function outage(server: Mariadb, sql: Awaited<ReturnType<typeof openAdapter>>['sql'], prefix: string): Outage {
  return {
    begin: () => server.stop(),
    end: () => server.start(),
    // The PIREP's row is written, and closing the bid fails.
    breakFiling: async () => {
      await sql.session((session) =>
        session.run(
          `CREATE TRIGGER \`${prefix}break\` BEFORE DELETE ON \`${prefix}bids\` FOR EACH ROW SIGNAL SQLSTATE '45000'`,
        ),
      );
      return async () => void (await sql.run(`DROP TRIGGER \`${prefix}break\``));
    },
  };
}
