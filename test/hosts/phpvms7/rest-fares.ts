import type { Row, Tables } from './rest-tables.ts';

/** Those that the aircraft's subfleet has, in the place of all that were there (app/Services/FareService.php). */
export async function saveFares(tables: Tables, pirepId: string, body: Row): Promise<void> {
  if (!Array.isArray(body.fares) || body.fares.length === 0) return;
  await tables.run('DELETE FROM {pirep_fares} WHERE pirep_id = ?', [pirepId]);
  // Of the first release each row names its fare; later ones copy it, and name none.
  const isCopied = (await tables.columns('pirep_fares')).has('code');
  const [names, values] = isCopied
    ? ['code, name, type, price, capacity', 't.code, t.name, t.type, t.price, t.capacity']
    : ['fare_id', 't.id'];
  for (const fare of body.fares as { id: number; count: number }[]) {
    await tables.run(
      `INSERT INTO {pirep_fares} (pirep_id, count, ${names}) SELECT p.id, ?, ${values} FROM {pireps} p
       JOIN {aircraft} c ON c.id = p.aircraft_id JOIN {subfleet_fare} s ON s.subfleet_id = c.subfleet_id
       JOIN {fares} t ON t.id = s.fare_id WHERE p.id = ? AND t.id = ?`,
      [fare.count, pirepId, fare.id],
    );
  }
}
