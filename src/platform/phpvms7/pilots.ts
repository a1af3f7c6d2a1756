import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Bcrypt, defaultCost, verifyAtCost } from '../../lib/bcrypt.ts';
import { numberOf, numberOrNull, type Row, textOf, textOrNull } from '../../lib/row.ts';
import { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import type { Pilot, Standing } from '../../tracking/model.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { readIdent, shortName } from '../seven/pilot-ident.ts';
import type { Database } from './database.ts';
import { readSiteRules, type SiteRules } from './site-settings.ts';

/** `users.state` (app/Models/Enums/UserState.php). */
const standings: Readonly<Record<number, Standing>> = {
  0: 'pending',
  1: 'active',
  2: 'rejected',
  3: 'on-leave',
  4: 'suspended',
  5: 'deleted',
};

const select = `SELECT u.id, u.pilot_id, u.name, u.password, u.api_key, u.state, u.home_airport_id, u.curr_airport_id, a.icao AS airline
  FROM {users} u LEFT JOIN {airlines} a ON a.id = u.airline_id
  WHERE {?u.users.deleted_at} IS NULL`;

/** The pilots of the site: table `users`. */
export class Pilots {
  readonly #database: Database;
  readonly #bcrypt: Bcrypt;

  constructor(database: Database, bcrypt: Bcrypt) {
    this.#database = database;
    this.#bcrypt = bcrypt;
  }

  async authenticate(login: string, password: Secret): Promise<Pilot | null> {
    const rules = await readSiteRules(this.#database);
    const row = await this.#byLogin(login, rules);
    const hash = row === null ? null : textOf(row, 'password');
    const isRight = await verifyAtCost(this.#bcrypt, password, hash, await this.#highestCost());
    return row !== null && isRight ? toPilot(row, rules) : null;
  }

  /** Of any pilot's password: sites that came from an older release have several. */
  async #highestCost(): Promise<number> {
    const sql = "SELECT MAX(SUBSTRING(u.password, 5, 2)) AS cost FROM {users} u WHERE u.password LIKE '$2y$%'";
    const [row] = await this.#database.rows(sql);
    return Number(row === undefined ? null : textOrNull(row, 'cost')) || defaultCost;
  }

  async findId(login: string): Promise<string | null> {
    const row = await this.#byLogin(login, await readSiteRules(this.#database));
    return row === null ? null : textOf(row, 'id');
  }

  async authenticateKey(apiKey: Secret): Promise<Pilot | null> {
    const key = apiKey.reveal();
    if (key.trim() === '') return null;
    const rows = await this.#database.rows(`${select} AND u.api_key = ?`, [key]);
    // The column's collation takes `A` for `a`; we do not.
    const row = rows.find((each) => isSame(textOrNull(each, 'api_key') ?? '', key));
    return row === undefined ? null : toPilot(row, await readSiteRules(this.#database));
  }

  async readMany(pilotIds: readonly string[]): Promise<ReadonlyMap<string, Pilot>> {
    const ids = pilotIds.filter(isNumber);
    if (ids.length === 0) return new Map();
    const rules = await readSiteRules(this.#database);
    const rows = await this.#database.rows(`${select} AND u.id IN (${ids.map(() => '?').join(', ')})`, ids);
    return new Map(rows.map((row) => [textOf(row, 'id'), toPilot(row, rules)]));
  }

  /**
   * The pilot's own key for the REST API. One who has none (rows made by an import) gets one as the platform makes them
   * (app/Support/Utils.php, `generateApiKey`: 20 hexadecimal digits of a SHA-1); one that exists is never changed.
   * @throws Refusal `crew-center-refused` when the pilot is gone.
   */
  async restKey(pilotId: string): Promise<Secret> {
    const known = await this.#readKey(pilotId);
    if (known !== null) return known;
    const made = createHash('sha1').update(randomBytes(32)).digest('hex').slice(0, 20);
    await this.#database.run(`UPDATE {users} SET api_key = ? WHERE id = ? AND (api_key IS NULL OR api_key = '')`, [
      made,
      pilotId,
    ]);
    const key = await this.#readKey(pilotId);
    if (key === null) throw goneFromCrewCenter();
    return key;
  }

  async #readKey(pilotId: string): Promise<Secret | null> {
    const [row] = isNumber(pilotId) ? await this.#database.rows(`${select} AND u.id = ?`, [pilotId]) : [];
    if (row === undefined) throw goneFromCrewCenter();
    const key = textOrNull(row, 'api_key') ?? '';
    return key === '' ? null : new Secret(key);
  }

  #byLogin(login: string, rules: SiteRules): Promise<Row | null> {
    return login.includes('@') ? this.#byEmail(login) : this.#byIdent(login, rules);
  }

  async #byEmail(login: string): Promise<Row | null> {
    return (await this.#database.rows(`${select} AND u.email = ?`, [login.trim()]))[0] ?? null;
  }

  async #byIdent(login: string, rules: SiteRules): Promise<Row | null> {
    const airlines = await this.#database.rows(
      'SELECT a.id, a.icao, a.iata FROM {airlines} a WHERE {?a.airlines.deleted_at} IS NULL ORDER BY a.id',
    );
    const known = airlines.map((row) => ({
      id: numberOf(row, 'id'),
      icao: textOf(row, 'icao'),
      iata: textOrNull(row, 'iata'),
    }));
    for (const { airlineId, number } of readIdent(login, known, rules.identCode)) {
      const values = airlineId === null ? [number] : [number, airlineId];
      const ofAirline = airlineId === null ? '' : ' AND u.airline_id = ?';
      const rows = await this.#database.rows(`${select} AND u.pilot_id = ?${ofAirline}`, values);
      // Without an airline the number may be that of several.
      if (rows.length === 1 || (rows.length > 1 && airlineId !== null)) return rows[0] ?? null;
    }
    return null;
  }
}

function toPilot(row: Row, rules: SiteRules): Pilot {
  const id = textOf(row, 'id');
  const airlineIcao = textOrNull(row, 'airline');
  const number = String(numberOrNull(row, 'pilot_id') ?? '').padStart(rules.identLength, '0');
  return {
    id,
    ident: `${rules.identCode ?? airlineIcao ?? ''}${number}`,
    name: shortName(textOrNull(row, 'name') ?? ''),
    standing: standings[numberOrNull(row, 'state') ?? 0] ?? 'deleted',
    airlineIcao,
    homeAirport: textOrNull(row, 'home_airport_id'),
    currentAirport: textOrNull(row, 'curr_airport_id'),
    credentialVersion: digest(`${id} ${textOf(row, 'password')}`).slice(0, 32),
  };
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(digest(left)), Buffer.from(digest(right)));
}

function goneFromCrewCenter(): Refusal {
  return new Refusal('crew-center-refused', { message: 'The crew center no longer has this pilot.' });
}
