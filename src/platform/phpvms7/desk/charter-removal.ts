import { isRefusal } from '../../../tracking/refusals.ts';
import { pirepState } from '../../seven/pirep-state.ts';
import { toSqlTime } from '../../seven/sql-time.ts';
import type { Host } from '../host.ts';

/** A charter that has no bid for so long is one whose booking broke off, or whose bid expired on the site. */
const strayMs = 600_000;

/** Prefix of the ids of a pilot's charters: releases before 7.0.0 have no other way to identify them. */
export function charterPrefix(pilotId: string): string {
  return `tracker-${pilotId}-`;
}

/** Deletes the charter that has served; any other schedule stays. What cannot be done now is left to `removeStrayCharters`. */
export async function removeCharter(host: Host, scheduleId: string | null): Promise<void> {
  if (scheduleId === null || !/^tracker-\d+-/.test(scheduleId)) return;
  await remove(host, 'f.id = ?', [scheduleId]);
}

export async function removeStrayCharters(host: Host, pilotId: string): Promise<void> {
  const before = toSqlTime(host.clock.now() - strayMs);
  await remove(host, 'f.id LIKE ? AND f.created_at < ?', [`${charterPrefix(pilotId)}%`, before]);
}

/** Only what no bid and no open PIREP needs. PIREPs keep its id, as they do of any schedule that the staff deletes. */
async function remove({ database, clock }: Host, which: string, values: readonly string[]): Promise<void> {
  const { inProgress, draft, paused } = pirepState;
  const where = `WHERE ${which} AND NOT EXISTS (SELECT 1 FROM {bids} b WHERE b.flight_id = f.id)
    AND NOT EXISTS (SELECT 1 FROM {pireps} p WHERE p.flight_id = f.id AND p.state IN (?, ?, ?) AND {?p.pireps.deleted_at} IS NULL)`;
  const all = [...values, inProgress, draft, paused];
  try {
    if ((await database.columns('flights')).has('deleted_at')) {
      const now = toSqlTime(clock.now());
      await database.run(`UPDATE {flights} f SET f.deleted_at = ? ${where} AND f.deleted_at IS NULL`, [now, ...all]);
    } else await database.run(`DELETE f FROM {flights} f ${where}`, all);
  } catch (error) {
    if (!isRefusal(error, 'crew-center-unavailable')) throw error;
  }
}
