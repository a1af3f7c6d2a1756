import type { Site } from '../../../prove/phpvms7-core/play.ts';
import { type CoreWorld, coreWorld } from '../../wire/core.ts';

/** The embedded crew center, set up as the recorded site was: a pilot with one bid, another with one, and three who differ in state. */
export async function embeddedSite(): Promise<{ readonly world: CoreWorld; readonly site: Site }> {
  const world = await coreWorld();
  world.run(`
    DELETE FROM bids WHERE flight_id = 'demo-dmo204';
    UPDATE flights SET route = 'DCT';
    UPDATE airports SET hub = 1 WHERE id IN ('LSZH', 'EDDF');
    INSERT INTO news (subject, body, created_at) VALUES ('News', 'Of the airline', '2024-03-01 10:00:00');
  `);
  const people = { 'on leave': 3, suspended: 4, pending: 0 } as const;
  for (const [name, state] of Object.entries(people)) world.run(pilotSql(name.replace(' ', '-'), state));
  const idOf = (sql: string) => Number(world.query(sql)[0]?.id);
  const user = (name: string) => idOf(`SELECT id FROM users WHERE email = '${name}@demo-air.example'`);
  const bid = (name: string) => idOf(`SELECT max(id) AS id FROM bids WHERE user_id = ${user(name)}`);
  const aircraft = (registration: string) => idOf(`SELECT id FROM aircraft WHERE registration = '${registration}'`);
  return {
    world,
    site: {
      url: `http://127.0.0.1:${world.served.port}`,
      keys: {
        pilot: 'adas-key',
        other: 'bens-key',
        'on leave': 'on-leave-key',
        suspended: 'suspended-key',
        pending: 'pending-key',
      },
      names: {
        pilotId: user('ada'),
        otherId: user('ben'),
        airline: 1,
        bid: bid('ada'),
        othersBid: bid('ben'),
        flight: 'demo-dmo310',
        number: 310,
        departure: 'LSZH',
        departureSmall: 'lszh',
        arrival: 'EDDF',
        aircraft: aircraft('HB-JLP'),
        registration: 'HB-JLP',
        otherAircraft: aircraft('HB-JLQ'),
        subfleet: idOf("SELECT subfleet_id AS id FROM aircraft WHERE registration = 'HB-JLP'"),
        freeFlight: 'demo-dmo420',
        otherFlight: 'demo-dmo311',
        takenFlight: 'demo-dmo205',
        pointId: '11111111-2222-4333-8444-555555555555',
        logId: '11111111-2222-4333-8444-666666666666',
      },
    },
  };
}

function pilotSql(name: string, state: number): string {
  return `INSERT INTO users (pilot_id, name, email, password, api_key, airline_id, rank_id, home_airport_id, curr_airport_id, state)
    SELECT (SELECT max(pilot_id) FROM users) + 1, name, '${name}@demo-air.example', password, '${name}-key', airline_id, rank_id,
      home_airport_id, curr_airport_id, ${state} FROM users WHERE email = 'ada@demo-air.example'`;
}
