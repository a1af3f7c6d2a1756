import type { CrewCenter } from './crew-center.ts';

/**
 * Removes what identifies a pilot of the embedded crew center: name, e-mail, keys, network ids, notes and comments. The row
 * and its figures stay, as a deleted pilot's, so that PIREPs keep their owner.
 */
export function erasePilot(crewCenter: CrewCenter, pilotId: string): Promise<void> {
  return crewCenter.write(() => {
    const id = Number(pilotId);
    const now = crewCenter.now();
    crewCenter.run(
      `UPDATE users SET name = 'Erased pilot', email = 'erased-' || id || '@invalid', password = '', api_key = NULL,
         callsign = NULL, discord_id = '', discord_private_channel_id = '', ivao_id = '', vatsim_id = '', country = NULL,
         avatar = NULL, timezone = NULL, last_ip = NULL, remember_token = NULL, notes = NULL, shows_name = 0, state = 5,
         deleted_at = coalesce(deleted_at, ?), updated_at = ? WHERE id = ?`,
      now,
      now,
      id,
    );
    crewCenter.run('DELETE FROM bids WHERE user_id = ?', id);
    crewCenter.run('UPDATE pireps SET notes = NULL WHERE user_id = ?', id);
    crewCenter.run('DELETE FROM pirep_comments WHERE user_id = ?', id);
    const own = 'pirep_id IN (SELECT id FROM pireps WHERE user_id = ?)';
    crewCenter.run(`DELETE FROM pirep_comments WHERE ${own}`, id);
    crewCenter.run(`DELETE FROM pirep_field_values WHERE ${own}`, id);
    crewCenter.run(`UPDATE acars SET log = NULL WHERE ${own}`, id);
  });
}
