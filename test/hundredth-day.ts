import type { CrewCenter } from '../src/platform/embedded/crew-center.ts';

/**
 * Adds 1,000 pilots, 20,000 filed PIREPs, of which every second one waits for a decision, and 10,000 schedules to the demo's
 * airline, as an airline has them after a few years. A PIREP must be there: its airline is theirs.
 */
export async function addYears(crewCenter: CrewCenter): Promise<void> {
  await crewCenter.write(() => {
    crewCenter.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO users (pilot_id, name, email, password, api_key, airline_id, rank_id, state, created_at, updated_at)
       SELECT 100 + i, 'Pilot Ödön ' || i, 'p' || i || '@va.example', 'x', 'k' || i, airline_id, rank_id, 1, created_at, created_at
       FROM n, (SELECT * FROM users ORDER BY id LIMIT 1)`,
    );
    crewCenter.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO pireps (id, user_id, airline_id, flight_number, dpt_airport_id, arr_airport_id, state, notes, submitted_at, created_at)
       SELECT 'many' || i, (SELECT max(id) FROM users) - i / 5 % 1000, airline_id, i, 'LSZH', 'MMUN', 1 + i % 2, ${`'${'x'.repeat(500)}'`},
         datetime('2020-01-01', '+' || i || ' hours'), datetime('2020-01-01', '+' || i || ' hours')
       FROM n, (SELECT * FROM pireps LIMIT 1)`,
    );
    crewCenter.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       INSERT INTO flights (id, airline_id, flight_number, dpt_airport_id, arr_airport_id, distance)
       SELECT 'schedule' || i, airline_id, 1000 + i, 'LSZH', 'MMUN', i FROM n, (SELECT * FROM flights LIMIT 1)`,
    );
  });
}
