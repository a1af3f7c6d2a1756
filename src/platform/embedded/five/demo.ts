import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { textOf } from '../../../lib/row.ts';
import { Secret } from '../../../lib/secret.ts';
import { hashPassword } from './pilots.ts';

const password = new Secret('demo-pilot');

/** Fills an empty crew center of version 5 with the demo airline. Does nothing if there is an airline. */
export function seedDemoFive(database: DatabaseSync): void {
  if (database.prepare('SELECT 1 FROM airlines').get() !== undefined) return;
  database.exec(`
    INSERT INTO settings VALUES ('SITE_NAME', 'Demo Air');
    INSERT INTO airlines (code, name) VALUES ('DMO', 'Demo Air');
    INSERT INTO aircraft (id, icao, name, registration) VALUES (1, 'A343', 'A340-300', 'HB-JMJ'), (2, 'A320', 'A320-200', 'HB-JLP');
    INSERT INTO schedules (id, code, flightnum, depicao, arricao, aircraft, distance, flighttime, deptime, arrtime) VALUES
      (1, 'DMO', '204', 'LSZH', 'MMUN', '1', 4850, 11.1, '12:40', '17:50'), (2, 'DMO', '310', 'LSZH', 'EDDF', '2', 154, 1.05, '07:10', '08:15'),
      (3, 'DMO', '205', 'MMUN', 'LSZH', '1', 4850, 10.2, '20:05', '12:25'), (4, 'DMO', '311', 'EDDF', 'LSZH', '2', 154, 1, '09:05', '10:05');
  `);
  for (const [first, last, email, hub] of [
    ['Ada', 'Keller', 'ada@demo-air.example', 'LSZH'],
    ['Ben', 'Ortiz', 'ben@demo-air.example', 'MMUN'],
    ['Cleo', 'Brandt', 'cleo@demo-air.example', 'EDDF'],
  ] as const) {
    const salt = randomBytes(16).toString('hex');
    database
      .prepare(
        'INSERT INTO pilots (firstname, lastname, email, code, hub, password, salt, confirmed) VALUES (?, ?, ?, ?, ?, ?, ?, 1)',
      )
      .run(first, last, email, 'DMO', hub, hashPassword(password, salt), salt);
  }
  database.exec(
    `INSERT INTO bids (pilotid, routeid, dateadded) VALUES (1, 1, '2026-01-01'), (1, 2, '2026-01-02'), (2, 1, '2026-01-02')`,
  );
}

/** Returns the id of this pilot's bid on the flight with this number; adds it if there is none. */
export function bookDemoFive(database: DatabaseSync, email: string, flightNumber: number): string {
  const find = database.prepare(
    `SELECT b.bidid FROM bids b JOIN pilots p ON p.pilotid = b.pilotid JOIN schedules s ON s.id = b.routeid
     WHERE p.email = ? AND s.flightnum = ?`,
  );
  const own = find.get(email, String(flightNumber));
  if (own !== undefined) return textOf(own, 'bidid');
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO bids (pilotid, routeid, dateadded)
       SELECT p.pilotid, s.id, '2026-01-01' FROM pilots p, schedules s WHERE p.email = ? AND s.flightnum = ?`,
    )
    .run(email, String(flightNumber));
  return String(lastInsertRowid);
}

/** Replaces the public password of the demo for pilots that still have it; returns their logins. */
export function replacePublicPasswords(database: DatabaseSync, replacement: Secret): readonly string[] {
  const rows = database.prepare('SELECT email, password, salt FROM pilots').all();
  const open = rows.filter((row) => row.password === hashPassword(password, textOf(row, 'salt')));
  return open.map((row) => {
    const salt = randomBytes(16).toString('hex');
    database
      .prepare('UPDATE pilots SET password = ?, salt = ? WHERE email = ?')
      .run(hashPassword(replacement, salt), salt, textOf(row, 'email'));
    return textOf(row, 'email');
  });
}
