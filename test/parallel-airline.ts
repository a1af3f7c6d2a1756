import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { loadConfig } from '../src/config/config.ts';
import { demoPassword } from '../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../src/platform/embedded/embedded.ts';
import { fiveFileName } from '../src/platform/embedded/five/five.ts';
import { inDrawnOrder } from './slow-crew-center.ts';
import { type Answer, ask } from './wire/ask.ts';
import { World } from './world.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Ada at an embedded crew center that takes its time, with every contract of its version. */
export interface ParallelAirline extends AsyncDisposable {
  readonly world: World;
  /** The bid that the crew center calls the latest, with the columns of its schedule. */
  readonly bid: Row;
  post(path: string, body: object): Promise<Answer>;
  query(sql: string): readonly Row[];
  run(sql: string): void;
  /** How many of Ada's PIREPs have each state: open, filed, cancelled. */
  pireps(): readonly [open: number, filed: number, cancelled: number];
}

const login = 'ada@demo-air.example';
const bidQueries = {
  7: `SELECT f.*, b.id AS bid_id FROM bids b JOIN flights f ON f.id = b.flight_id WHERE b.user_id = 1
       ORDER BY b.created_at DESC, b.id DESC`,
  5: 'SELECT s.*, b.bidid AS bid_id FROM bids b JOIN schedules s ON s.id = b.routeid WHERE b.pilotid = 1 ORDER BY b.bidid',
} as const;
const limits = { ...loadConfig({}).limits, requestsPerSecond: 10_000, requestBurst: 100_000 };

/** @param seed - of the order in which the crew center's answers come */
export async function openParallelAirline(version: 7 | 5, seed: number): Promise<ParallelAirline> {
  const crewCenter = { kind: 'embedded', version: `${version}` } as const;
  const platform = (inner: Parameters<typeof inDrawnOrder>[0]) => inDrawnOrder(inner, seed);
  const { contracts } = loadConfig(version === 7 ? { TRACKER_CONTRACTS: 'smartcars3,phpvms7-core,stratos' } : {});
  const world = await World.with({ isServed: true, config: { crewCenter, limits, contracts }, platform });
  const file = join(world.directory, version === 7 ? embeddedFileName : fiveFileName);
  const open = <T>(use: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  const query = (sql: string) => open((database) => database.prepare(sql).all() as Row[]);
  const run = (sql: string) => open((database) => database.exec(sql));
  if (version === 7) run(`UPDATE users SET api_key = 'adas-key' WHERE email = '${login}'`);
  const agent = new Agent({ keepAlive: true });
  const port = Number(new URL(world.server.url).port);
  const send = (path: string, body: object, headers: Record<string, string>) =>
    ask(port, path, { body, headers }, agent);
  const [auth] = [version === 7 ? '/api/tracker/auth' : '/acars/login.php'];
  const { json } = await send(auth, { login, password: demoPassword }, {});
  const headers = { authorization: `Bearer ${json.token}`, 'x-tracker-token': json.token, 'x-api-key': 'adas-key' };
  const [bid = assert.fail('Ada has no bid')] = query(bidQueries[version]);
  return {
    world,
    bid,
    query,
    run,
    post: (path, body) => send(path, body, headers),
    pireps() {
      if (version === 5) return [0, query('SELECT pirepid FROM pireps').length, 0];
      const states = query('SELECT state FROM pireps WHERE deleted_at IS NULL').map(({ state }) => Number(state));
      const count = (...of: number[]) => states.filter((state) => of.includes(state)).length;
      return [count(0), count(1, 2, 6), count(3, 4)];
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await world[Symbol.asyncDispose]();
    },
  };
}
