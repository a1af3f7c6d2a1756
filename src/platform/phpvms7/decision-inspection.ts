import { textOf, textOrNull } from '../../lib/row.ts';
import type { Observation } from '../site/observation.ts';
import type { Database } from './database.ts';

/**
 * Who decides PIREPs before the airline's rules, and how long what they reject is kept. Up to 7.0.10 the platform reads
 * `auto_approve_acars` alone: its columns for a score have no effect (app/Services/PirepService.php, `submit`).
 */
export async function inspectDecisions(database: Database, subject: string): Promise<readonly Observation[]> {
  const ranks = await database.rows('SELECT r.name FROM {ranks} r WHERE r.auto_approve_acars = 1 ORDER BY r.name');
  const names = ranks.map((row) => textOf(row, 'name'));
  // Hourly, by `created_at` (app/Cron/Hourly/DeletePireps.php).
  const [row] = await database.rows("SELECT value FROM {settings} WHERE `key` = 'pireps.delete_rejected_hours'");
  const hours = Number((row === undefined ? null : textOrNull(row, 'value')) ?? 0);
  return [
    ...(names.length === 0 ? [] : [{ name: 'rank-accepts-first', subject, evidence: names.join(', ') } as const]),
    ...(hours > 0
      ? [{ name: 'rejected-deleted', subject, evidence: `pireps.delete_rejected_hours is ${hours} h` } as const]
      : []),
  ];
}
