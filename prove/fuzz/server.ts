import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createLogger } from '../../src/lib/log.ts';
import { openAirline } from '../../src/platform/embedded/demo-airline.ts';
import { seedDirectory } from '../../test/flying/served.ts';
import type { ServerPart } from '../../test/server-program.ts';
import { collectRoutes } from '../served/routes.ts';
import { Acquaintance } from './acquaintance.ts';
import { CrewTables } from './crew-tables.ts';
import { plantFaults } from './planted.ts';
import type { Given } from './protocol.ts';

/**
 * Of the process that is attacked: the server as it is shipped, but that it limits no rate and believes X-Forwarded-For, so
 * that every request can come from an address of its own. It tells its parent what a client may know, and what its log says
 * of bugs. No setting leads to the weakness that it may be given.
 */
export async function prepare(given: Given): Promise<ServerPart> {
  const { data, version, weakness } = given;
  const routes = collectRoutes(weakness === 'planted' ? plantFaults : undefined);
  await seed(given);
  return {
    log: createLogger({ level: 'warn', destination: { write: readLine } }),
    replace: { passwordCost: 4 },
    answers(server) {
      const acquaintance = Acquaintance.open(server, version, data);
      return { known: () => acquaintance.read(), routes: () => routes };
    },
  };
}

async function seed({ data, version }: Given): Promise<void> {
  if (version === '7') await seedDirectory(data);
  else await (await openAirline('5', data, createLogger({ level: 'silent' }))).close();
  using database = new DatabaseSync(join(data, CrewTables.fileOf(version)));
  const crew = new CrewTables(database, version);
  crew.addPilots();
  crew.openRegistration();
  crew.keep(data);
}

/** A crew center that refuses or a visitor's nonsense is a warning; an error is a bug of ours. */
function readLine(line: string): void {
  if (/"level":"(?:error|fatal)"/.test(line)) process.send?.({ bug: line.slice(0, 4_000) });
}
