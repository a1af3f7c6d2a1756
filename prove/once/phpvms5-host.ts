import type { MysqlAddress } from '../../src/lib/mysql.ts';
import { openMysql } from '../../src/lib/mysql-pool.ts';
import { defaultHostSettings } from '../../src/platform/five/host-settings.ts';
import { openPhpvms5 } from '../../src/platform/phpvms5/adapter.ts';
import type { Platform } from '../../src/platform/port.ts';
import { sqlModes, startMariadb } from '../../test/hosts/mariadb.ts';
import { settings } from '../../test/hosts/phpvms5/opened.ts';
import { installation, password } from '../../test/hosts/phpvms5/seed.ts';
import type { Host } from './host.ts';
import { isLockAwaited, openMysqlWire } from './mysql-wire.ts';

/** A phpVMS 5 with a real MariaDB, whose PIREPs are written by prepared SQL: each statement is a step. */
export async function openPhpvms5Host(): Promise<Host> {
  const server = await startMariadb(sqlModes.empty);
  await server.createDatabase('crew', installation({ release: '5.5.2', prefix: 'phpvms_' }, []));
  const address = server.address('crew');
  const sql = openMysql(address);
  return {
    name: 'phpvms5',
    login: 'ada@example.org',
    password,
    bidId: '1',
    async reset() {
      for (const table of ['pireps', 'bids', 'acarsdata']) await sql.run(`DELETE FROM \`phpvms_${table}\``);
      await sql.run(`INSERT INTO \`phpvms_bids\` (bidid, pilotid, routeid, dateadded) VALUES (1, 1, 1, CURDATE())`);
    },
    async openAdapter(steps) {
      const wire = await openMysqlWire(address.server, steps);
      const platform = await openOn({ ...address, server: wire.address });
      return {
        platform,
        async close() {
          await wire[Symbol.asyncDispose]();
          await platform.close();
        },
      };
    },
    isLockAwaited: () => isLockAwaited((statement) => sql.rows(statement)),
    async count() {
      const rows = await sql.rows('SELECT pirepid FROM phpvms_pireps WHERE pilotid = 1');
      // With the PIREP its bid goes; a pilot's figures change only when an admin accepts it.
      const bids = await sql.rows('SELECT bidid FROM phpvms_bids WHERE pilotid = 1');
      return { open: 0, filed: rows.length, cancelled: 0, effects: bids.length === 0 ? 1 : 0 };
    },
    async [Symbol.asyncDispose]() {
      await sql.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function openOn(database: MysqlAddress): Promise<Platform> {
  return openPhpvms5({
    database,
    prefix: { wanted: 'AUTO', configured: null },
    site: { url: null, folder: null },
    host: defaultHostSettings,
    readConfig: async () => settings,
    openBridge: async () => null,
    log: () => undefined,
  });
}
