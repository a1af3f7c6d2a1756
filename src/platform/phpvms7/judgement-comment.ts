import type { Pirep } from '../../tracking/model.ts';
import { judgementComment } from '../judgement-text.ts';
import type { HostFlight } from '../port.ts';
import { toSqlTime } from '../seven/sql-time.ts';
import { fitText } from './fitting.ts';
import type { Host } from './host.ts';

/**
 * Adds what the rules say of a filed PIREP to its comments, once however often filing is tried. The platform's own call for it takes
 * the pilot's key and has no way to find a comment whose answer was lost (app/Http/Controllers/Api/PirepController.php,
 * `comments_post`), and a comment has no listeners: so it is a row, with the pilot as its author, because it needs one.
 * Where the database user may not add it, the PIREP goes without, and the operator is warned.
 */
export async function commentJudgement(host: Host, flight: HostFlight, pirepId: string, pirep: Pirep): Promise<void> {
  const said = pirep.judgement === undefined ? null : judgementComment(pirep.judgement);
  if (said === null) return;
  const comment = fitText(said, (await host.database.columns('pirep_comments')).get('comment'));
  const now = toSqlTime(host.clock.now());
  const sql = `INSERT INTO {pirep_comments} (pirep_id, user_id, comment, created_at, updated_at)
    SELECT p.id, p.user_id, ?, ?, ? FROM {pireps} p WHERE p.id = ? AND NOT EXISTS
      (SELECT k.id FROM {pirep_comments} k WHERE k.pirep_id = p.id AND k.comment = ?)`;
  if ((await host.database.runIfAllowed(sql, [comment, now, now, pirepId, comment])) !== null) return;
  host.log.warn(
    { flight: flight.id, pirep: pirepId },
    'the database user may not add PIREP comments: what the rules say is missing there',
  );
}
