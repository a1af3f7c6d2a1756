import { textOf, textOrNull } from '../../lib/row.ts';
import type { PilotEraser } from '../crew-center.ts';
import type { CrewCenter } from './crew-center.ts';
import { readHostSettings } from './host-settings.ts';
import { forgetTraces } from './pilot-changes.ts';
import { findByLogin, toPilot } from './pilots.ts';

/** Erases pilots of the embedded crew center: their rows, and what deleted rows leave in its file. */
export function embeddedEraser(crewCenter: CrewCenter): PilotEraser {
  return {
    find: (ident) => find(crewCenter, ident),
    namesOf: async (pilotId) => namesOf(crewCenter, pilotId),
    hasAddress: (address) =>
      crewCenter.read(() => crewCenter.get('SELECT 1 FROM users WHERE email = ?', address)) !== null,
    erase: (pilotId) => erasePilot(crewCenter, pilotId),
    scrub: () => crewCenter.scrub(),
  };
}

function find(crewCenter: CrewCenter, ident: string) {
  return crewCenter.read(() => {
    const row = findByLogin(crewCenter, ident);
    return row === null ? null : toPilot(row, readHostSettings(crewCenter));
  });
}

/** What a pilot is known by, beside the name and ident of their flights. */
function namesOf(crewCenter: CrewCenter, pilotId: string) {
  return crewCenter.read(() => {
    const sql = `SELECT u.*, a.icao AS airline_icao FROM users u LEFT JOIN airlines a ON a.id = u.airline_id WHERE u.id = ?`;
    const row = crewCenter.get(sql, Number(pilotId));
    if (row === null) return { words: [], names: [], keys: [] };
    const { ident, name } = toPilot(row, readHostSettings(crewCenter));
    const key = textOrNull(row, 'api_key');
    return {
      words: [ident, textOf(row, 'email'), textOrNull(row, 'callsign') ?? ''],
      names: [name],
      keys: key === null ? [] : [key],
    };
  });
}

/**
 * Removes what identifies a pilot of the embedded crew center: name, e-mail, keys, network ids, notes and comments. The row
 * and its figures stay, as a deleted pilot's, so that PIREPs keep their owner.
 */
function erasePilot(crewCenter: CrewCenter, pilotId: string): Promise<void> {
  return crewCenter.write(() => {
    const id = Number(pilotId);
    const now = crewCenter.now();
    forgetTraces(crewCenter, pilotId);
    crewCenter.run(
      `UPDATE users SET name = 'Erased pilot', email = 'erased-' || id || '@invalid', password = '', api_key = NULL,
         callsign = NULL, discord_id = '', discord_private_channel_id = '', ivao_id = '', vatsim_id = '', country = NULL,
         avatar = NULL, timezone = NULL, last_ip = NULL, remember_token = NULL, notes = NULL, shows_name = 0, shown_name = 'none', state = 5,
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
    crewCenter.run(`UPDATE tracker_pirep_corrections SET reason = '' WHERE ${own}`, id);
    crewCenter.run(`DELETE FROM pirep_field_values WHERE ${own}`, id);
    crewCenter.run(`UPDATE acars SET log = NULL WHERE ${own}`, id);
  });
}
