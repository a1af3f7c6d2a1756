import { systemClock } from '../../../src/lib/clock.ts';
import { openSqlite } from '../../../src/lib/sqlite.ts';
import { demoPassword, seedDemo } from '../../../src/platform/embedded/demo.ts';
import { openEmbedded } from '../../../src/platform/embedded/embedded.ts';
import type { Platform } from '../../../src/platform/port.ts';
import type { Fixtures, SuiteWorld } from '../../../src/platform/suite.ts';
import { openWorlds, outageOf, type Worlds } from './suite-files.ts';
import { hostView } from './suite-host.ts';

const silent = { info() {}, warn() {}, error() {} };
const adaKey = 'aaaaaaaaaaaaaaaaaaaa';

/** Worlds of the platform suite on the embedded crew center. */
export const openEmbeddedWorlds = (): Promise<Worlds> => openWorlds(seedTemplate, openWorld);

async function seedTemplate(file: string): Promise<void> {
  const { crewCenter, close } = await open(file);
  await seedDemo(crewCenter);
  crewCenter.database.exec(`
    DELETE FROM bids;
    UPDATE users SET api_key = '${adaKey}' WHERE id = 1;
    INSERT INTO subfleets (id, airline_id, type, name) VALUES (90, 1, 'B748', 'Not for this rank');
    INSERT INTO aircraft (id, subfleet_id, icao, name, registration) VALUES (90, 90, 'B748', 'Boeing 747-8', 'HB-QQX');
    INSERT INTO aircraft (id, subfleet_id, icao, name, registration, status) VALUES (91, 1, 'A343', 'A340', 'HB-OLD', 'R');
    INSERT INTO airlines (icao, name, active) VALUES ('OLD', 'Rests', 0);
    INSERT INTO flights (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, active, visible, deleted_at) VALUES
      ('resting', 1, 900, 'EDDF', 'LSZH', 0, 1, NULL), ('hidden', 1, 901, 'EDDF', 'LSZH', 1, 0, NULL),
      ('gone', 1, 902, 'EDDF', 'LSZH', 1, 1, '2026-01-01 00:00:00');
    INSERT INTO bids (id, user_id, flight_id, aircraft_id, created_at) VALUES
      (1, 1, 'demo-dmo204', 1, '2026-01-01 00:00:01'), (2, 2, 'demo-dmo204', 2, '2026-01-01 00:00:02'),
      (3, 1, 'demo-dmo310', NULL, '2026-01-01 00:00:03'), (4, 1, 'demo-dmo420', NULL, '2026-01-01 00:00:04');
    UPDATE flights SET days = 66, level = 210, notes = 'Slots at <b>EDDF</b>' WHERE id = 'demo-dmo311';
    UPDATE flights SET deleted_at = '2026-01-01 00:00:00' WHERE id = 'demo-dmo420';
  `);
  await close();
}

function open(file: string) {
  return openEmbedded({ file, clock: systemClock, logger: silent, passwordCost: 4 });
}

const fixtures: Fixtures = {
  first: {
    id: '1',
    logins: ['ada@demo-air.example', 'ADA@demo-air.example', 'DMO0001', 'dmo1', 'DM1', '1', '0001'],
    password: demoPassword,
    apiKey: adaKey,
    bidId: '1',
  },
  second: {
    id: '2',
    logins: ['ben@demo-air.example', 'DMO0002'],
    password: demoPassword,
    apiKey: null,
    bidId: '2',
  },
  choiceBidId: '3',
  blockedBidId: '4',
  forbiddenRegistration: 'HB-QQX',
  freeFlight: {
    airline: 'DMO',
    flightNumber: '77',
    departure: 'LSZH',
    arrival: 'LEPA',
    aircraft: 'A320',
    registration: null,
    route: null,
  },
  elsewhere: { icao: 'EDDF', name: 'Frankfurt', lat: 50.048952, lon: 8.573678 },
  desk: {
    scheduleId: 'demo-dmo311',
    hiddenScheduleIds: ['resting', 'hidden', 'gone'],
    aircraftIds: ['3', '4'],
    forbiddenAircraftId: '90',
    profile: { firstName: 'Ada', lastName: 'Keller', email: 'ada@demo-air.example', rank: 'Captain' },
    charter: {
      airline: 'DMO',
      flightNumber: '77',
      departure: 'LSZH',
      arrival: 'LEPA',
      route: 'DEGES',
      aircraftId: '3',
      cruiseAltitudeFt: 37_000,
      kind: 'passenger',
      departureTime: '14:20',
      arrivalTime: '16:10',
    },
  },
};

async function openWorld(file: string): Promise<SuiteWorld> {
  const opened = [await open(file)];
  const [main] = opened;
  if (main === undefined) throw new Error('no platform');
  const other = openSqlite(file);
  return {
    platform: main.platform,
    async reopen(): Promise<Platform> {
      const again = await open(file);
      opened.push(again);
      return again.platform;
    },
    host: hostView(other),
    fixtures,
    outage: outageOf(main.crewCenter.database, other),
    async dispose() {
      for (const each of opened) await each.close();
      other.close();
    },
  };
}
