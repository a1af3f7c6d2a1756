import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberOf, textOf } from '../../src/lib/row.ts';
import { type Mariadb, sqlModes, startMariadb } from '../../test/hosts/mariadb.ts';
import { seed } from '../../test/hosts/phpvms7/seed.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed } from '../../test/hosts/phpvms7/world.ts';

/** A stand-in of a phpVMS 7 whose pilots fly in the proof. */
export class Crew implements AsyncDisposable {
  readonly keys: readonly string[];
  readonly #database: Mariadb;
  readonly #center: CrewCenter7;

  private constructor(database: Mariadb, center: CrewCenter7, keys: readonly string[]) {
    this.#database = database;
    this.#center = center;
    this.keys = keys;
  }

  /** @param pilots - how many; each has an API key */
  static async open(pilots: number): Promise<Crew> {
    const database = await startMariadb(sqlModes.strict);
    const center = await createCrewCenter(database, '7.0.10', '');
    await emptyAndSeed(center);
    const { tables } = center;
    await tables.run("UPDATE {settings} SET value = 'false' WHERE `key` = 'bids.block_aircraft'");
    await tables.run('CREATE TABLE {tracker_config} (name VARCHAR(60) PRIMARY KEY, value TEXT)');
    await tables.run("INSERT INTO {tracker_config} VALUES ('bids_required', '0')");
    const [model] = seed('7.0.10').users ?? [];
    if (model === undefined) throw new Error('the seed has a pilot');
    const keys = Array.from({ length: pilots }, (_, index) => `key-of-pilot-number-${index}`);
    for (const [index, key] of keys.entries()) {
      const id = 1_000 + index;
      const row = {
        ...model,
        id,
        pilot_id: id,
        name: `Pilot ${index}`,
        email: `pilot${index}@alpine.example`,
        api_key: key,
      };
      const names = Object.keys(row);
      await tables.run(
        `INSERT INTO {users} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        Object.values(row),
      );
    }
    return new Crew(database, center, keys);
  }

  /** Makes a folder that a server takes for this site, and returns the settings that lead there. */
  settings(folder: string): Readonly<Record<string, string>> {
    const site = join(folder, 'site');
    mkdirSync(join(site, 'public'), { recursive: true });
    writeFileSync(join(site, 'artisan'), '');
    const { server } = this.#database.address('crew');
    if (!('socketPath' in server)) throw new Error('the private server has a socket');
    const lines = {
      ...{ APP_URL: this.#center.rest.url, APP_KEY: 'base64:0123456789abcdef' },
      ...{ DB_DATABASE: 'crew', DB_USERNAME: 'root', DB_PASSWORD: '', DB_PREFIX: '' },
    };
    const text = Object.entries(lines).map(([name, value]) => `${name}="${value}"\n`);
    writeFileSync(join(site, '.env'), text.join(''));
    return { TRACKER_CREW_CENTER: site, TRACKER_DATABASE_SERVER: `unix:${server.socketPath}` };
  }

  /** Every PIREP of the pilots of the proof: its state, and the places of its track in order. */
  async pireps(): Promise<ReadonlyMap<string, StoredPirep>> {
    const rows = await this.#center.tables.rows('SELECT id, user_id, state FROM {pireps} WHERE user_id >= 1000');
    const found = new Map<string, StoredPirep>();
    for (const row of rows) {
      const id = textOf(row, 'id');
      const track = await this.#center.tables.rows(
        'SELECT lat FROM {acars} WHERE pirep_id = ? AND type = 0 ORDER BY `order`, created_at, id',
        [id],
      );
      found.set(id, {
        pilotId: textOf(row, 'user_id'),
        state: numberOf(row, 'state'),
        lats: track.map((each) => numberOf(each, 'lat')),
      });
    }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#center.rest[Symbol.asyncDispose]();
    await this.#center.tables.close();
    await this.#database[Symbol.asyncDispose]();
  }
}

export interface StoredPirep {
  readonly pilotId: string;
  readonly state: number;
  readonly lats: readonly number[];
}
