import type { DatabaseSync } from 'node:sqlite';
import { textOf } from '../../../lib/row.ts';
import { inTransaction, scrubDatabase } from '../../../lib/sqlite.ts';
import type { PilotEraser } from '../../crew-center.ts';
import { findPilotId, readPilots } from './pilots.ts';

/** Erases pilots of the embedded crew center of version 5. */
export function fiveEraser(database: DatabaseSync): PilotEraser {
  return {
    find(ident) {
      const id = findPilotId(database, ident);
      return id === null ? null : (readPilots(database, [id]).get(id) ?? null);
    },
    async namesOf(pilotId) {
      const row = database.prepare('SELECT email FROM pilots WHERE pilotid = ?').get(Number(pilotId));
      const pilot = readPilots(database, [pilotId]).get(pilotId);
      if (row === undefined || pilot === undefined) return { words: [], names: [], keys: [] };
      return { words: [pilot.ident, textOf(row, 'email')], names: [pilot.name], keys: [] };
    },
    hasAddress: (address) => database.prepare('SELECT 1 FROM pilots WHERE email = ?').get(address) !== undefined,
    erase: async (pilotId) => inTransaction(database, () => erase(database, Number(pilotId))),
    scrub: async () => scrubDatabase(database),
  };
}

function erase(database: DatabaseSync, id: number): void {
  for (const sql of [
    `UPDATE pilots SET firstname = 'Erased', lastname = 'pilot', email = 'erased-' || pilotid || '@invalid', password = '',
       salt = '', retired = 1 WHERE pilotid = ?`,
    'DELETE FROM bids WHERE pilotid = ?',
    'DELETE FROM acarsdata WHERE pilotid = ?',
    'DELETE FROM pirepcomments WHERE pirepid IN (SELECT pirepid FROM pireps WHERE pilotid = ?)',
    'DELETE FROM pirepcomments WHERE pilotid = ?',
    "UPDATE pireps SET log = '', rawdata = '' WHERE pilotid = ?",
  ])
    database.prepare(sql).run(id);
}
