import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/lib/log.ts';
import { openAirline } from '../../src/platform/embedded/demo-airline.ts';
import { openServer } from '../../src/server/app.ts';
import { seedDirectory } from '../../test/flying/served.ts';
import { allContracts } from '../served/contracts.ts';
import { collectRoutes } from '../served/routes.ts';
import { Acquaintance } from './acquaintance.ts';
import { CrewTables } from './crew-tables.ts';
import { plantFaults } from './planted.ts';
import type { FromServer, ToServer, Weakness } from './protocol.ts';

// The process that is attacked: the server as it is shipped, with the embedded crew center of a version, but that it
// limits no rate and believes X-Forwarded-For, so that every request can come from an address of its own. It tells its
// parent what a client may know, and what its log says of bugs. No setting leads to the weakness that it may be given.

const [data = '', version = '7', weakness = 'none'] = process.argv.slice(2) as [string, '7' | '5', Weakness];
const tell = (message: FromServer) => process.send?.(message);
const routes = collectRoutes(weakness === 'planted' ? plantFaults : undefined);
const environment = {
  TRACKER_EMBEDDED_VERSION: version,
  TRACKER_CONTRACTS: allContracts[version],
  TRACKER_REQUESTS_PER_SECOND: '10000',
  TRACKER_REQUEST_BURST: '100000',
  TRACKER_TRUST_PROXY: '127.0.0.1',
  TRACKER_REQUIRE_HTTPS: 'false',
  TRACKER_LOG_LEVEL: 'warn',
};
await seed();
const log = createLogger({ level: 'warn', destination: { write: readLine } });
const server = await openServer({
  config: loadConfig(environment, { data, listen: '127.0.0.1:0' }),
  log,
  replace: { passwordCost: 4 },
});
const acquaintance = Acquaintance.open(server, version, data);
process.on('message', (message: ToServer) => void answer(message));
process.once('disconnect', () => process.exit(1));
tell({
  kind: 'ready',
  port: Number(new URL(server.url).port),
  routes,
  folders: [data, process.cwd(), import.meta.dirname],
});

async function seed(): Promise<void> {
  if (version === '7') await seedDirectory(data);
  else await (await openAirline('5', data, createLogger({ level: 'silent' }))).close();
  using database = new DatabaseSync(join(data, CrewTables.fileOf(version)));
  const crew = new CrewTables(database, version);
  crew.addPilots();
  crew.keep(data);
}

async function answer({ ask }: ToServer): Promise<void> {
  if (ask === 'known') return void tell({ kind: 'known', ...(await acquaintance.read()) });
  // What was sent last is still being released.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  tell({ kind: 'memory', residentBytes: rss, heapBytes: heapUsed + external });
}

/** A crew center that refuses or a visitor's nonsense is a warning; an error is a bug of ours. */
function readLine(line: string): void {
  if (/"level":"(?:error|fatal)"/.test(line)) tell({ kind: 'bug', line: line.slice(0, 4_000) });
}
