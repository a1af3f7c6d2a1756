import type { StartRequest } from '../../src/client/client.ts';
import { numberOf, textOf } from '../../src/lib/row.ts';
import { type Mariadb, sqlModes, startMariadb } from '../../test/hosts/mariadb.ts';
import { seed } from '../../test/hosts/phpvms7/seed.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed } from '../../test/hosts/phpvms7/world.ts';
import { writeSite7 } from '../../test/hosts/site-folders.ts';
import type { Crew, StoredPirep } from './crew.ts';

/** Filed: pending or accepted, as phpVMS 7 numbers them. */
const filedStates = new Set([1, 2]);

/** A stand-in of a phpVMS 7 whose pilots fly in the proof, each with an API key. */
export class Crew7 implements Crew {
  /** The API key of each pilot. */
  readonly keys: readonly string[];
  readonly pilots: Crew['pilots'];
  readonly #database: Mariadb;
  readonly #center: CrewCenter7;

  private constructor(database: Mariadb, center: CrewCenter7, keys: readonly string[]) {
    this.#database = database;
    this.#center = center;
    this.keys = keys;
    this.pilots = keys.map((apiKey) => ({ apiKey }));
  }

  /** @param pilots - how many */
  static async open(pilots: number): Promise<Crew7> {
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
    return new Crew7(database, center, keys);
  }

  settings(folder: string): Readonly<Record<string, string>> {
    return writeSite7(folder, this.#center);
  }

  async nextFlight(_pilot: number, flight: number): Promise<StartRequest> {
    const route = { departure: 'LSZH', arrival: 'LEPA', aircraft: 'A320' };
    return { airline: 'ALP', flight_number: String(100 + flight), ...route };
  }

  async pireps(): Promise<ReadonlyMap<string, StoredPirep>> {
    const rows = await this.#center.tables.rows('SELECT id, state FROM {pireps} WHERE user_id >= 1000');
    const found = new Map<string, StoredPirep>();
    for (const row of rows) {
      const id = textOf(row, 'id');
      const track = await this.#center.tables.rows(
        'SELECT lat FROM {acars} WHERE pirep_id = ? AND type = 0 ORDER BY `order`, created_at, id',
        [id],
      );
      found.set(id, {
        isFiled: filedStates.has(numberOf(row, 'state')),
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
