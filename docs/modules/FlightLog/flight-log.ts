// Types are taken from the package; nothing of it is needed at run time.
import type { ModuleListeners } from 'va-tracker/module';

export const listeners: ModuleListeners = {
  PirepFiled({ pirep, at }, { database, crewCenter, log }) {
    const pilot = crewCenter.prepare('SELECT name FROM users WHERE id = ?').get(pirep.pilotId);
    // An event may come twice after a crash of the server: the PIREP's id is the key.
    database
      .prepare('INSERT OR IGNORE INTO flights (pirep_id, pilot, flown, minutes, filed_at) VALUES (?, ?, ?, ?, ?)')
      .run(
        pirep.id,
        String(pilot?.name ?? 'unknown'),
        `${pirep.departure}-${pirep.arrival}`,
        pirep.flightTimeMin,
        new Date(at).toISOString(),
      );
    log(`${pirep.departure}-${pirep.arrival} is in the log.`);
  },

  PirepRejected({ pirep }, { database }) {
    database.prepare('UPDATE flights SET rejected = 1 WHERE pirep_id = ?').run(pirep.id);
  },
};
