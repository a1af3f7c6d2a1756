import type { Journal } from '../src/journal/journal.ts';
import type { CrewCenter } from '../src/platform/embedded/crew-center.ts';
import type { Flight } from '../src/tracking/model.ts';
import { judgedFlight } from './judged-flights.ts';

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
       SELECT 'many' || i, CASE i % 40 WHEN 30 THEN 1 ELSE (SELECT max(id) FROM users) - i / 5 % 1000 END, airline_id, i, 'LSZH', 'MMUN', 1 + i % 2, ${`'${'x'.repeat(500)}'`},
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

/** Adds a filed flight for each of these PIREPs to the journal, the newest half an hour old; every fortieth is the first pilot's. */
export async function addFlights(journal: Journal, now: number): Promise<void> {
  for (let at = 0; at < pirepCount; at += inOneGo) {
    const saved = Array.from({ length: inOneGo }, (_, index) => {
      const flight = flownBefore(at + index, journal.nextFlightNumber(), now);
      return journal.saveFlight(flight, { kind: 'filed', at: flight.lastReportAt });
    });
    await Promise.all(saved);
  }
}

const pirepCount = 20_000;
/** The id of the newest pilot: three are the demo's. */
const lastPilot = 1_003;
/** Flights that are saved together. */
const inOneGo = 1_000;
const apartMs = 20 * 60_000;
const flightMs = 90 * 60_000;

function flownBefore(index: number, number: number, now: number): Flight {
  const landingAt = now - (pirepCount - index) * apartMs;
  const pirep = index + 1;
  const id = pirep % 40 === 30 ? 1 : lastPilot - (Math.floor(pirep / 5) % 1_000);
  const judged = judgedFlight(number, { landingAt, type: 'A343' });
  const pirepId = `many${pirep}`;
  return {
    ...judged,
    pilot: { id: String(id), ident: `DMO${String(id).padStart(4, '0')}`, name: `Pilot Ödön ${id}` },
    pirepId,
    receipt: judged.receipt && { ...judged.receipt, pirepId },
    startedAt: landingAt - flightMs,
    lastReportAt: landingAt,
  };
}
