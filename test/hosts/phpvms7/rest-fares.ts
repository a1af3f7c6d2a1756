import type { Row, Tables } from './rest-tables.ts';

/** Those that the aircraft's subfleet has, in the place of all that were there (app/Services/FareService.php). */
export async function saveFares(tables: Tables, pirepId: string, body: Row): Promise<void> {
  if (!Array.isArray(body.fares) || body.fares.length === 0) return;
  await tables.run('DELETE FROM {pirep_fares} WHERE pirep_id = ?', [pirepId]);
  for (const fare of body.fares as { id: number; count: number }[]) {
    await tables.run(
      `INSERT INTO {pirep_fares} (pirep_id, code, count, capacity) SELECT p.id, t.code, ?, t.capacity FROM {pireps} p
       JOIN {aircraft} c ON c.id = p.aircraft_id JOIN {subfleet_fare} s ON s.subfleet_id = c.subfleet_id
       JOIN {fares} t ON t.id = s.fare_id WHERE p.id = ? AND t.id = ?`,
      [fare.count, pirepId, fare.id],
    );
  }
}

/** This pilot's bids on the flight of that bid (app/Services/BidService.php). */
export async function removeBid(tables: Tables, user: Row, body: Row): Promise<void> {
  const sql = 'DELETE b FROM {bids} b JOIN {bids} n ON n.flight_id = b.flight_id WHERE n.id = ? AND b.user_id = ?';
  await tables.run(sql, [Number(body.bid_id), Number(user.id)]);
}
