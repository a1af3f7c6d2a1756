import type { Clock } from '../../src/lib/clock.ts';
import { openPhpvms7 } from '../../src/platform/phpvms7/adapter.ts';
import { type Mariadb, sqlModes, startMariadb } from '../../test/hosts/mariadb.ts';
import { type CrewCenter7, createCrewCenter, emptyAndSeed, fixtures } from '../../test/hosts/phpvms7/world.ts';
import { countStates, type Host, type OpenedAdapter } from './host.ts';
import { openHttpWire } from './http-wire.ts';
import { isLockAwaited, openMysqlWire } from './mysql-wire.ts';
import type { Steps } from './steps.ts';

const prefix = 'va_';

/** A phpVMS 7 with a real MariaDB: each statement, and each call of its REST API, is a step. */
export async function openPhpvms7Host(): Promise<Host> {
  const server: Mariadb = await startMariadb(sqlModes.strict);
  const crew = await createCrewCenter(server, '7.0.10', prefix);
  const { login, password } = { login: fixtures.first.logins[0] ?? '', password: fixtures.first.password };
  return {
    name: 'phpvms7',
    login,
    password,
    bidId: fixtures.first.bidId,
    async reset() {
      await emptyAndSeed(crew);
      crew.rest.events.length = 0;
    },
    openAdapter: (steps, clock) => openCounted(crew, steps, clock),
    isLockAwaited: () => isLockAwaited((statement) => crew.tables.rows(statement)),
    async count() {
      const rows = await crew.tables.rows('SELECT state FROM {pireps} WHERE user_id = 11 AND deleted_at IS NULL');
      const effects = crew.rest.events.filter(({ event }) => event === 'PirepFiled').length;
      return countStates(
        rows.map(({ state }) => Number(state)),
        effects,
      );
    },
    async [Symbol.asyncDispose]() {
      await crew.rest[Symbol.asyncDispose]();
      await crew.tables.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function openCounted({ server, rest }: CrewCenter7, steps: Steps, clock: Clock): Promise<OpenedAdapter> {
  const address = server.address('crew');
  const [mysql, http] = [await openMysqlWire(address.server, steps), await openHttpWire(rest.url, steps)];
  const platform = await openPhpvms7({
    database: { ...address, server: mysql.address },
    siteUrl: http.address,
    direct: null,
    key: null,
    siteName: 'Alpine Virtual',
    log: { warn() {} },
    prefix,
    clock,
  });
  return {
    platform,
    async close() {
      await Promise.all([mysql[Symbol.asyncDispose](), http[Symbol.asyncDispose]()]);
      await platform.close();
    },
  };
}
