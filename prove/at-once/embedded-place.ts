import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../../src/platform/embedded/five/five.ts';
import { openShipped } from '../../test/shipped-server.ts';
import { seedFive } from './embedded-five.ts';
import { seedSeven } from './embedded-seven.ts';
import { describeUnfinished, filedStates, type Place, type PlacePilot } from './place.ts';
import { slowly } from './slow.ts';

const kinds = {
  7: {
    file: embeddedFileName,
    seed: seedSeven,
    pirepsOf: 'SELECT id, state FROM pireps WHERE user_id = ?',
    pilot: 'user_id',
    key: 'id',
  },
  5: {
    file: fiveFileName,
    seed: seedFive,
    pirepsOf: 'SELECT pirepid AS id, 1 AS state FROM pireps WHERE pilotid = ?',
    pilot: 'pilotid',
    key: 'pirepid',
  },
} as const;
/** The embedded crew center of this version, which takes its time, and a server on a port of its own. */
export async function openEmbeddedPlace(version: 7 | 5, count: number): Promise<Place> {
  const kind = kinds[version];
  let pilots: readonly PlacePilot[] = [];
  const opened = await openShipped({
    async prepare(folder) {
      pilots = await kind.seed(folder, count);
    },
    env: () => ({
      TRACKER_EMBEDDED_VERSION: String(version),
      ...(version === 7 && { TRACKER_CONTRACTS: 'smartcars3,phpvms7-core,stratos' }),
    }),
    replace: { platform: slowly },
  });
  const { server } = opened;
  const database = new DatabaseSync(join(opened.folder, kind.file), { timeout: 10_000 });
  return {
    name: `embedded ${version}`,
    version,
    addresses: [server.url],
    pilots,
    async find({ id }) {
      const rows = database.prepare(kind.pirepsOf).all(id);
      const filed = rows.filter(({ state }) => filedStates.has(Number(state)));
      const bids = database.prepare(`SELECT 1 FROM bids WHERE ${kind.pilot} = ?`).all(id).length;
      return { filed: filed.map((row) => String(row.id)), others: rows.length - filed.length, bids };
    },
    async fileAgain({ id }) {
      const row = database.prepare(`SELECT * FROM pireps WHERE ${kind.pilot} = ?`).get(id) ?? {};
      const names = Object.keys(row).filter((name) => name !== kind.key);
      const columns = names.join(', ');
      database
        .prepare(`INSERT INTO pireps (${columns}) SELECT ${columns} FROM pireps WHERE ${kind.pilot} = ? LIMIT 1`)
        .run(id);
    },
    unfinished: () => describeUnfinished(server),
    async [Symbol.asyncDispose]() {
      database.close();
      await opened[Symbol.asyncDispose]();
    },
  };
}
