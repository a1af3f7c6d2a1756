import bcrypt from 'bcryptjs';
import type { MysqlValue } from '../../../src/lib/mysql.ts';
import type { Release } from './release.ts';

export const password = 'a right password';
const hash = bcrypt.hashSync(password, 4).replace('$2b$', '$2y$');

type Rows = readonly Readonly<Record<string, MysqlValue>>[];

const active = {
  airline_id: 1,
  rank_id: 1,
  password: hash,
  state: 1,
  home_airport_id: 'LSZH',
  curr_airport_id: 'LSZH',
};

/** A small crew center: two airlines, two ranks' worth of aircraft, and pilots of every standing. */
export function seed(release: Release): Readonly<Record<string, Rows>> {
  const bidAircraft = (id: number): Readonly<Record<string, MysqlValue>> =>
    release === '7.0.0-beta.4' ? {} : { aircraft_id: id };
  return {
    airlines: [
      { id: 1, icao: 'ALP', iata: 'AL', name: 'Alpine' },
      { id: 2, icao: 'ZZZ', iata: null, name: 'Closed', active: 0 },
    ],
    airports: [
      { id: 'LSZH', icao: 'LSZH', name: 'Zurich', lat: 47.45806, lon: 8.54806 },
      { id: 'EGLL', icao: 'EGLL', name: 'Heathrow', lat: 51.4706, lon: -0.46194 },
      { id: 'LEPA', icao: 'LEPA', name: 'Palma', lat: 39.55361, lon: 2.72778 },
      { id: 'EDDF', icao: 'EDDF', name: 'Frankfurt', lat: 50.0333, lon: 8.57056 },
      { id: 'NFTL', icao: 'NFTL', name: 'Just west of the date line', lat: -16, lon: 179.95 },
    ],
    ranks: [
      { id: 1, name: 'New Pilot', auto_approve_acars: 0 },
      { id: 2, name: 'Captain', auto_approve_acars: 1 },
    ],
    subfleets: [
      { id: 1, airline_id: 1, type: 'A320', name: 'Airbus' },
      { id: 2, airline_id: 1, type: 'B748', name: 'Not for a new pilot' },
      { id: 3, airline_id: 1, type: 'DH8D', name: 'Without aircraft' },
    ],
    subfleet_rank: [
      { rank_id: 1, subfleet_id: 1 },
      { rank_id: 2, subfleet_id: 1 },
      { rank_id: 2, subfleet_id: 2 },
      { rank_id: 1, subfleet_id: 3 },
    ],
    aircraft: [
      { id: 1, subfleet_id: 1, icao: 'A320', airport_id: 'LSZH', name: 'Airbus A320', registration: 'HB-AAA' },
      { id: 2, subfleet_id: 1, icao: 'A320', airport_id: 'LSZH', name: 'Airbus A320', registration: 'HB-AAB' },
      { id: 3, subfleet_id: 2, icao: 'B748', airport_id: 'LSZH', name: 'Boeing 747-8', registration: 'HB-QQX' },
      { id: 4, subfleet_id: 1, icao: 'A320', airport_id: 'LSZH', name: 'Retired', registration: 'HB-OLD', status: 'R' },
      { id: 5, subfleet_id: 1, icao: 'A320', airport_id: 'LSZH', name: 'In use', registration: 'HB-USE', state: 1 },
      { id: 6, subfleet_id: 1, icao: 'A321', airport_id: 'EGLL', name: 'Airbus A321', registration: 'HB-AAC' },
    ],
    ...(release === 'main' ? { flight_bundles: [{ id: 1, name: 'Default' }] } : {}),
    users: [
      {
        id: 11,
        pilot_id: 1,
        name: 'Ada von Alpen',
        email: 'ada@alpine.example',
        api_key: 'adasapikey0123456789',
        ...active,
      },
      { id: 12, pilot_id: 2, name: 'Ben', email: 'ben@alpine.example', api_key: null, ...active },
      {
        id: 13,
        pilot_id: 3,
        name: 'Cara Captain',
        email: 'cara@alpine.example',
        api_key: 'carasapikey0123456',
        ...active,
        rank_id: 2,
      },
      {
        id: 14,
        pilot_id: 4,
        name: 'On Leave',
        email: 'leave@alpine.example',
        api_key: 'leavekey',
        ...active,
        state: 3,
      },
      {
        id: 15,
        pilot_id: 5,
        name: 'Pending',
        email: 'pending@alpine.example',
        api_key: 'pendingkey',
        ...active,
        state: 0,
      },
    ],
    flights: (
      [
        flight('zrh-lhr', 101, 'LSZH', 'EGLL', {
          distance: 428,
          level: 380,
          load_factor: 50,
          load_factor_variance: 0,
          ...(release === '7.0.0-beta.4' ? {} : { event_id: 7 }),
          flight_time: 100,
          route: 'VEBIT T50 ROTOS',
          dpt_time: '10:00',
          arr_time: '11:40',
        }),
        flight('lhr-zrh', 102, 'EGLL', 'LSZH', {
          distance: 430,
          flight_time: 105,
          days: 66,
          level: 370,
          notes: 'Slots at <b>EGLL</b>',
        }),
        flight('fra-zrh', 505, 'EDDF', 'LSZH', { distance: 160, flight_time: 60 }),
        flight('hidden', 606, 'LSZH', 'EDDF', { visible: 0 }),
        flight('inactive', 607, 'LSZH', 'EDDF', { active: 0 }),
        flight('zrh-pmi', 202, 'LSZH', 'LEPA', { route_code: 'C', route_leg: 2 }),
        flight('gone', 303, 'LSZH', 'LEPA', release === '7.0.0-beta.4' ? {} : { deleted_at: '2026-01-01 00:00:00' }),
      ] satisfies Rows
    ).map((row: Rows[number]) => (release === 'main' ? inBundle(row) : row)),
    fares: [
      { id: 1, code: 'Y', name: 'Economy', capacity: 100 },
      { id: 2, code: 'C', name: 'Business', capacity: 20 },
      { id: 3, code: 'CGO', name: 'Cargo', capacity: 1_000, type: 1 },
    ],
    subfleet_fare: [
      { subfleet_id: 1, fare_id: 1, capacity: '150' },
      { subfleet_id: 1, fare_id: 2, capacity: null },
      { subfleet_id: 1, fare_id: 3, capacity: '200%' },
    ],
    flight_fare: [{ flight_id: 'zrh-lhr', fare_id: 2, capacity: '50%' }],
    flight_subfleet: [
      { subfleet_id: 1, flight_id: 'zrh-lhr' },
      { subfleet_id: 1, flight_id: 'lhr-zrh' },
      { subfleet_id: 3, flight_id: 'fra-zrh' },
    ],
    bids: [
      { id: 1, user_id: 11, flight_id: 'zrh-lhr', ...bidAircraft(1), created_at: '2026-01-01 00:00:01' },
      { id: 2, user_id: 12, flight_id: 'zrh-lhr', ...bidAircraft(2), created_at: '2026-01-01 00:00:02' },
      { id: 3, user_id: 11, flight_id: 'zrh-pmi', created_at: '2026-01-01 00:00:03' },
      {
        id: 4,
        user_id: 11,
        flight_id: release === '7.0.0-beta.4' ? 'never-was' : 'gone',
        created_at: '2026-01-01 00:00:04',
      },
    ],
    settings: Object.entries(settingsOf(release)).map(([key, value]) => ({
      id: key.replaceAll('.', '_'),
      key,
      name: key,
      value,
    })),
  };
}

/** As a fresh install has them. */
const settings: Readonly<Record<string, string>> = {
  'acars.live_time': '12',
  'pireps.duplicate_check_time': '10',
  'pireps.restrict_aircraft_to_rank': 'true',
  'pireps.restrict_aircraft_to_typerating': 'false',
  'pireps.only_aircraft_at_dpt_airport': 'false',
  'pilots.only_flights_from_current': 'false',
  'flights.only_company_aircraft': 'false',
  'bids.block_aircraft': 'true',
  'bids.allow_multiple_bids': 'true',
  'bids.disable_flight_on_bid': 'false',
  'simbrief.block_aircraft': 'false',
  'general.allow_unadded_airports': 'false',
  'pilots.id_length': '4',
  'pilots.id_code': '',
};

/** Settings that were renamed, and what is new of them. */
const mainSettings: Readonly<Record<string, string>> = {
  'pireps.tombstone_time': '12',
  'livemap.live_time': '30',
  'livemap.idle_time': '60',
};

function settingsOf(release: Release): Readonly<Record<string, string>> {
  const { 'acars.live_time': _, ...kept } = settings;
  return release === 'main' ? { ...kept, ...mainSettings } : settings;
}

/** A flight is of a bundle there, and `active` is called `enabled`. */
function inBundle({ active = 1, ...row }: Rows[number]): Rows[number] {
  return { ...row, bundle_id: 1, enabled: active };
}

function flight(id: string, number: number, from: string, to: string, more: Readonly<Record<string, MysqlValue>>) {
  return { id, airline_id: 1, flight_number: number, dpt_airport_id: from, arr_airport_id: to, ...more };
}
