import { textOf } from '../../lib/row.ts';
import { pirepState } from './pirep-state.ts';
import type { Tables } from './tables.ts';

/** Returns the ids of filed PIREPs that wait for a decision, longest waiting first. */
export async function listPending(tables: Tables, limit: number): Promise<readonly string[]> {
  const rows = await tables.rows(
    `SELECT p.id FROM {pireps} p WHERE {?p.pireps.deleted_at} IS NULL AND p.state = ?
     ORDER BY coalesce({?p.pireps.submitted_at}, p.created_at), p.id LIMIT ?`,
    [pirepState.pending, String(limit)],
  );
  return rows.map((row) => textOf(row, 'id'));
}
