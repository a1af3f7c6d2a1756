import { createHash, timingSafeEqual } from 'node:crypto';
import type { MysqlRow } from '../../lib/mysql.ts';
import type { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import type { Pilot, Standing } from '../../tracking/model.ts';
import { isKey } from '../five/host.ts';
import type { HostSettings } from '../five/host-settings.ts';
import { pilotCode, readIdentFive } from '../five/pilot-ident.ts';
import { numberOf, textOf } from '../five/rows.ts';
import type { Host } from './host.ts';
import { mayHold } from './text.ts';

const columns = 'pilotid, firstname, lastname, email, code, hub, password, salt, confirmed, retired';

const nobody: MysqlRow = { password: '0'.repeat(32), salt: '' };

/** The pilot whose login and password these are, whatever the standing. */
export async function authenticate(host: Host, login: string, password: Secret): Promise<Pilot | null> {
  const rows = await findByLogin(host, login);
  // An unknown login takes as long as a wrong password.
  if (rows.length === 0) isPasswordOf(nobody, password);
  for (const row of rows) {
    if (isPasswordOf(row, password)) return readPilot(host.settings, row);
  }
  return null;
}

/** Of several who share an e-mail address the first. */
export async function findPilotId(host: Host, login: string): Promise<string | null> {
  const [row] = await findByLogin(host, login);
  return row === undefined ? null : readPilot(host.settings, row).id;
}

/** Keyed by pilot id; one that is gone is absent. */
export async function readPilots(host: Host, pilotIds: readonly string[]): Promise<ReadonlyMap<string, Pilot>> {
  const keys = pilotIds.filter(isKey);
  if (keys.length === 0) return new Map();
  const rows = await host.mysql.rows(
    `SELECT ${columns} FROM ${host.tables.pilots.quoted} WHERE pilotid IN (${keys.map(() => '?').join(', ')})`,
    keys,
  );
  const pilots = rows.map((row) => readPilot(host.settings, row));
  return new Map(pilots.map((pilot) => [pilot.id, pilot]));
}

/**
 * As `Auth::ProcessLogin` reads a login (core/common/Auth.class.php): a number, an e-mail address, or letters and a number.
 * E-mail addresses are not unique in its table, so several rows may match.
 */
async function findByLogin(host: Host, login: string): Promise<readonly MysqlRow[]> {
  const text = login.trim();
  const { quoted } = host.tables.pilots;
  if (text.includes('@')) {
    if (!(await mayHold(host.mysql, host.tables.pilots.columns.get('email'), text))) return [];
    return host.mysql.rows(`SELECT ${columns} FROM ${quoted} WHERE email = ? ORDER BY pilotid LIMIT 10`, [text]);
  }
  const { pilotIdOffset: offset } = host.settings;
  const { number, coded } = readIdentFive(text);
  const byNumber = `SELECT ${columns} FROM ${quoted} WHERE pilotid = ?`;
  const rows = number === null ? [] : await host.mysql.rows(byNumber, [number - offset]);
  if (rows.length > 0) return rows;
  const ofCode = coded.map((each) => host.mysql.rows(`${byNumber} AND code = ?`, [each.number - offset, each.code]));
  return (await Promise.all(ofCode)).flat();
}

/** `md5(password + salt)` in every fork. Its pages are often ISO-8859-1, so the browser may have sent the letters that way. */
function isPasswordOf(row: MysqlRow, password: Secret): boolean {
  const stored = textOf(row.password).toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(stored)) return false;
  const salt = textOf(row.salt);
  const matches = (['utf8', 'latin1'] as const).map((encoding) => {
    const made = createHash('md5').update(Buffer.from(password.reveal(), encoding)).update(salt).digest('hex');
    return timingSafeEqual(Buffer.from(made), Buffer.from(stored));
  });
  return matches.includes(true);
}

export function readPilot(settings: HostSettings, row: MysqlRow): Pilot {
  const id = numberOf(row.pilotid) ?? 0;
  const code = textOf(row.code);
  return {
    id: String(id),
    ident: pilotCode(settings, row),
    name: `${textOf(row.firstname)} ${textOf(row.lastname)}`.trim(),
    standing: standingOf(settings, numberOf(row.confirmed) ?? 0, numberOf(row.retired) ?? 0),
    airlineIcao: code || null,
    homeAirport: textOf(row.hub) || null,
    currentAirport: null,
    credentialVersion: digest(`${textOf(row.password)}:${textOf(row.salt)}`),
  };
}

/** `confirmed`: 0 waits, 2 is rejected. `retired`: 0 is active; numbers that the platform's list lacks may log in. */
export function standingOf(settings: HostSettings, confirmed: number, retired: number): Standing {
  if (confirmed === 0) return 'pending';
  if (confirmed === 2) return 'rejected';
  if (retired === 0) return 'active';
  return (settings.canLoginByRetired?.get(retired) ?? true) ? 'on-leave' : 'suspended';
}
