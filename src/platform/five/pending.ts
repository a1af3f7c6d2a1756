import type { FiveHost } from './host.ts';
import { textOf } from './rows.ts';

/** Returns the ids of PIREPs that wait for a decision (PIREP_PENDING, core/app.config.php), longest waiting first. */
export async function listPending(host: FiveHost, limit: number): Promise<readonly string[]> {
  const { quoted } = host.tables.pireps;
  const sql = `SELECT pirepid FROM ${quoted} WHERE accepted = 0 ORDER BY submitdate, pirepid LIMIT ?`;
  const rows = await host.mysql.rows(sql, [String(limit)]);
  return rows.map((row) => textOf(row.pirepid));
}
