import { createHash, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { numberOf, type Row, textOf } from '../../../lib/row.ts';
import type { Secret } from '../../../lib/secret.ts';
import { digest } from '../../../lib/tokens.ts';
import type { Pilot, Standing } from '../../../tracking/model.ts';
import { readIdentFive } from '../../five/pilot-ident.ts';

/** Finds the pilot of this login and password: by e-mail, by number, or by letters and a number (`DMO0002`). */
export function authenticate(database: DatabaseSync, login: string, password: Secret): Pilot | null {
  const row = findByLogin(database, login.trim());
  return row !== undefined && isPasswordOf(row, password) ? toPilot(row) : null;
}

export function findPilotId(database: DatabaseSync, login: string): string | null {
  const row = findByLogin(database, login.trim());
  return row === undefined ? null : textOf(row, 'pilotid');
}

export function readPilots(database: DatabaseSync, pilotIds: readonly string[]): ReadonlyMap<string, Pilot> {
  const select = database.prepare('SELECT * FROM pilots WHERE pilotid = ?');
  const rows = pilotIds.flatMap((id) => (/^\d+$/.test(id) ? [select.get(id)] : [])).filter((row) => row !== undefined);
  return new Map(rows.map((row) => [textOf(row, 'pilotid'), toPilot(row)]));
}

function findByLogin(database: DatabaseSync, login: string): Row | undefined {
  if (login.includes('@')) return database.prepare('SELECT * FROM pilots WHERE email = ?').get(login);
  const { number, coded } = readIdentFive(login);
  const byNumber = database.prepare('SELECT * FROM pilots WHERE pilotid = ?');
  const byCode = database.prepare('SELECT * FROM pilots WHERE pilotid = ? AND code = ? COLLATE NOCASE');
  const row = number === null ? undefined : byNumber.get(number);
  return row ?? coded.map((each) => byCode.get(each.number, each.code)).find((found) => found !== undefined);
}

/** The password hash of every fork of the platform. */
export function hashPassword(password: Secret, salt: string): string {
  return createHash('md5').update(password.reveal()).update(salt).digest('hex');
}

function isPasswordOf(row: Row, password: Secret): boolean {
  const stored = Buffer.from(textOf(row, 'password'));
  const made = Buffer.from(hashPassword(password, textOf(row, 'salt')));
  return stored.length === made.length && timingSafeEqual(stored, made);
}

function toPilot(row: Row): Pilot {
  const id = textOf(row, 'pilotid');
  const code = textOf(row, 'code');
  return {
    id,
    ident: code + id.padStart(4, '0'),
    name: `${textOf(row, 'firstname')} ${textOf(row, 'lastname')}`.trim(),
    standing: standingOf(numberOf(row, 'confirmed'), numberOf(row, 'retired')),
    airlineIcao: code,
    homeAirport: textOf(row, 'hub') || null,
    currentAirport: null,
    credentialVersion: digest(`${textOf(row, 'password')}:${textOf(row, 'salt')}`),
  };
}

/** `confirmed`: 0 waits, 2 is rejected. `retired`: 0 active, 3 on leave, 1 and 2 may not fly. */
function standingOf(confirmed: number, retired: number): Standing {
  if (confirmed !== 1) return confirmed === 2 ? 'rejected' : 'pending';
  if (retired === 0) return 'active';
  return retired === 3 ? 'on-leave' : 'suspended';
}
