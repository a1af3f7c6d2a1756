import type { StartRequest } from '../../src/client/client.ts';
import { MysqlLeaseTable } from '../../src/journal/mysql/lease-table.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { partitionOf } from '../../src/journal/partition.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Mysql } from '../../src/lib/mysql.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { type Galera, galeraLogin } from '../../test/hosts/galera/galera.ts';
import { type Mariadb, sqlModes, startMariadb } from '../../test/hosts/mariadb.ts';
import { installation, password } from '../../test/hosts/phpvms5/seed.ts';
import { writeSite5 } from '../../test/hosts/site-folders.ts';
import type { Crew, StoredPirep } from './crew.ts';

const prefix = 'phpvms_';
const firstId = 1_000;

/** A phpVMS 5 whose pilots fly in the proof, each bid after bid. It keeps no track: the journal has it. */
export class Crew5 implements Crew {
  readonly pilots: Crew['pilots'];
  readonly #database: Mariadb;
  readonly #sql: Mysql;

  private constructor(database: Mariadb, sql: Mysql, pilots: number) {
    this.#database = database;
    this.#sql = sql;
    this.pilots = Array.from({ length: pilots }, (_, index) => ({ login: `pilot${index}@example.org`, password }));
  }

  /** @param pilots - how many */
  static async open(pilots: number): Promise<Crew5> {
    const database = await startMariadb(sqlModes.empty);
    await database.createDatabase('crew', installation({ release: '5.5.2', prefix }, []));
    const sql = openMysql(database.address('crew'));
    for (let index = 0; index < pilots; index++) {
      await sql.run(
        `INSERT INTO \`${prefix}pilots\` (pilotid, firstname, lastname, email, code, hub, password, salt, \`rank\`, ranklevel, confirmed, retired)
         SELECT ?, firstname, lastname, ?, code, hub, password, salt, \`rank\`, ranklevel, 1, 0 FROM \`${prefix}pilots\` WHERE pilotid = 1`,
        [firstId + index, `pilot${index}@example.org`],
      );
    }
    return new Crew5(database, sql, pilots);
  }

  settings(folder: string): Readonly<Record<string, string>> {
    return writeSite5(folder, this.#database, prefix);
  }

  async nextFlight(pilot: number): Promise<StartRequest> {
    const { insertId } = await this.#sql.run(
      `INSERT INTO \`${prefix}bids\` (pilotid, routeid, dateadded) VALUES (?, 1, CURDATE())`,
      [firstId + pilot],
    );
    return { bid_id: String(insertId) };
  }

  async pireps(galera: Galera): Promise<ReadonlyMap<string, StoredPirep>> {
    const rows = await this.#sql.rows(`SELECT pirepid, pilotid FROM \`${prefix}pireps\` WHERE pilotid >= ?`, [firstId]);
    const tracks = await readTracks(
      galera,
      rows.map(({ pirepid, pilotid }) => ({ pirepId: String(pirepid), pilotId: String(pilotid) })),
    );
    return new Map(
      rows.map(({ pirepid }) => [String(pirepid), { isFiled: true, lats: tracks.get(String(pirepid)) ?? [] }]),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sql.close();
    await this.#database[Symbol.asyncDispose]();
  }
}

/** The latitudes of each flight's positions in the journal, by the PIREP's id. */
async function readTracks(
  galera: Galera,
  pireps: readonly { readonly pirepId: string; readonly pilotId: string }[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const hosts = galera.nodes.map(({ ports }) => ({ host: '127.0.0.1', port: ports.sql }));
  const engine = await openMysqlEngine({ hosts, ...galeraLogin, clock: systemClock });
  const tracks = new Map<string, readonly number[]>();
  try {
    const { partitions } = await new MysqlLeaseTable(engine.leases, 1_000).read();
    for (const { id, epoch } of partitions) {
      const own = pireps.filter(({ pilotId }) => partitionOf(pilotId) === id);
      if (own.length === 0) continue;
      const journal = await engine.openPartition(id, epoch);
      for (const { pirepId } of own) {
        const flight = await journal.readFlight({ pirepId });
        const reports = flight === null ? [] : await journal.readReports(flight.number);
        tracks.set(
          pirepId,
          reports.flatMap((each) => (each.kind === 'position' ? [each.position.lat] : [])),
        );
      }
      await journal.close();
    }
  } finally {
    await engine.close();
  }
  return tracks;
}
