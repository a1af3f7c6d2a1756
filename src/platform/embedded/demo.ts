import { Secret } from '../../lib/secret.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { addBid } from './bid-admin.ts';
import type { CrewCenter } from './crew-center.ts';
import { addHashed } from './pilot-admin.ts';
import { writeTrackerConfig } from './settings.ts';

/** Pilots of the demo; the password is public. */
export interface DemoPilot {
  readonly name: string;
  readonly email: string;
  readonly ident: string;
  readonly password: string;
}

export const demoPassword = 'demo-pilot';
const people = [
  { name: 'Ada Keller', email: 'ada@demo-air.example', home: 'LSZH' },
  { name: 'Ben Ortiz', email: 'ben@demo-air.example', home: 'MMUN' },
  { name: 'Cleo Brandt', email: 'cleo@demo-air.example', home: 'EDDF' },
] as const;

// type, name, registration, location
const fleet = [
  ['A343', 'Airbus A340-300', 'HB-JMJ', 'LSZH'],
  ['A343', 'Airbus A340-300', 'HB-JMK', 'MMUN'],
  ['A320', 'Airbus A320-200', 'HB-JLP', 'LSZH'],
  ['A320', 'Airbus A320-200', 'HB-JLQ', 'EDDF'],
] as const;

// id, number, from, to, alternate, nautical miles, minutes, departure, arrival, type
const schedules = [
  ['demo-dmo204', 204, 'LSZH', 'MMUN', 'MMMD', 4850, 670, '12:40', '17:50', 'A343'],
  ['demo-dmo205', 205, 'MMUN', 'LSZH', 'LFSB', 4850, 620, '20:05', '12:25', 'A343'],
  ['demo-dmo310', 310, 'LSZH', 'EDDF', 'EDDK', 154, 65, '07:10', '08:15', 'A320'],
  ['demo-dmo311', 311, 'EDDF', 'LSZH', 'LSGG', 154, 60, '09:05', '10:05', 'A320'],
  ['demo-dmo420', 420, 'LSZH', 'LEPA', 'LEBL', 560, 110, '14:20', '16:10', 'A320'],
] as const;

/**
 * Fills an empty crew center with a small airline: three pilots, four aircraft, five schedules, and bids that can be
 * flown immediately (the first pilot's newest is LSZH to MMUN on HB-JMJ). Does nothing if there is an airline.
 */
export async function seedDemo(crewCenter: CrewCenter): Promise<readonly DemoPilot[]> {
  const pilots = people.map(({ name, email }, index) => {
    return { name, email, ident: `DMO${String(index + 1).padStart(4, '0')}`, password: demoPassword };
  });
  if (crewCenter.get('SELECT 1 FROM airlines') !== null) return pilots;
  await crewCenter.write(() => seedAirline(crewCenter));
  await writeTrackerConfig(crewCenter, { va_name: 'Demo Air', primary_color: '#1f4e79' });
  const [ada, ben] = await seedPilots(crewCenter);
  for (const schedule of ['demo-dmo310', 'demo-dmo204']) {
    const aircraft = schedule === 'demo-dmo204' ? 'HB-JMJ' : null;
    await addBid(crewCenter, { pilotId: ada ?? '', schedule, aircraft });
  }
  await addBid(crewCenter, { pilotId: ben ?? '', schedule: 'demo-dmo205', aircraft: 'HB-JMK' });
  return pilots;
}

async function seedPilots(crewCenter: CrewCenter): Promise<readonly string[]> {
  const ids: string[] = [];
  // A slow hash protects a password that is secret.
  const hash = await crewCenter.bcrypt.hash(new Secret(demoPassword), 4);
  for (const { name, email, home } of people) {
    const { pilot } = await addHashed(crewCenter, { name, email, airline: 'DMO', homeAirport: home }, hash);
    ids.push(pilot.id);
  }
  return ids;
}

function seedAirline(crewCenter: CrewCenter): void {
  const now = toSqlTime(crewCenter.clock.now());
  const airline = crewCenter.insert(
    `INSERT INTO airlines (icao, iata, name, callsign, country, created_at) VALUES ('DMO', 'DM', 'Demo Air', 'DEMO', 'CH', ?)`,
    now,
  );
  const rank = crewCenter.insert(
    `INSERT INTO ranks (name, hours, auto_approve_acars, created_at) VALUES ('Captain', 0, 1, ?)`,
    now,
  );
  const subfleets = new Map<string, number>();
  for (const [icao, name, registration, airport] of fleet) {
    const subfleet = subfleets.get(icao) ?? seedSubfleet(crewCenter, airline, rank, icao, name);
    subfleets.set(icao, subfleet);
    crewCenter.run(
      `INSERT INTO aircraft (subfleet_id, icao, name, registration, airport_id, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      subfleet,
      icao,
      name,
      registration,
      airport,
      now,
    );
  }
  for (const schedule of schedules) seedSchedule(crewCenter, airline, subfleets, schedule);
}

function seedSubfleet(crewCenter: CrewCenter, airline: number, rank: number, icao: string, name: string): number {
  const id = crewCenter.insert('INSERT INTO subfleets (airline_id, type, name) VALUES (?, ?, ?)', airline, icao, name);
  crewCenter.run('INSERT INTO subfleet_rank (rank_id, subfleet_id) VALUES (?, ?)', rank, id);
  return id;
}

function seedSchedule(
  crewCenter: CrewCenter,
  airline: number,
  subfleets: ReadonlyMap<string, number>,
  [id, number, from, to, alternate, distance, minutes, departure, arrival, icao]: (typeof schedules)[number],
): void {
  crewCenter.run(
    `INSERT INTO flights (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, alt_airport_id, distance,
       flight_time, dpt_time, arr_time, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    airline,
    number,
    from,
    to,
    alternate,
    distance,
    minutes,
    departure,
    arrival,
    crewCenter.now(),
  );
  const subfleet = subfleets.get(icao) ?? null;
  crewCenter.run('INSERT INTO flight_subfleet (subfleet_id, flight_id) VALUES (?, ?)', subfleet, id);
}
