import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultHostSettings } from '../five/host-settings.ts';
import { readServer } from '../site/database-address.ts';
import { CoreConfigError, readCoreConfig } from './core-config.ts';

const login = `define('DBASE_USER', 'va'); define('DBASE_PASS', 'it\\'s'); define('DBASE_NAME', 'crew');
define('DBASE_SERVER', 'localhost'); define('TABLE_PREFIX', 'va_'); define('SITE_URL', 'https://va.test/crew/');`;

async function withFolder(local: string, app: string | null, task: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tracker-core-'));
  try {
    await mkdir(join(folder, 'core'));
    await writeFile(join(folder, 'core/local.config.php'), `<?php\n${local}`);
    if (app !== null) await writeFile(join(folder, 'core/app.config.php'), `<?php\n${app}`);
    await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the local file wins over the one that came with the platform', async () => {
  const app = `define('LOAD_VARIATION', 7); Config::Set('PILOTID_OFFSET', 0); Config::Set('UNITS', 'km');
    Config::Set('FUEL_DEFAULT_PRICE', '0.78'); Config::Set('PIREP_CHECK_DUPLICATE', true); Config::Set('PIREP_TIME_CHECK', '1');
    Config::Set('PILOT_STATUS_TYPES', array(0 => array('canlogin' => true), 2 => array('canlogin' => false)));
    Config::Set('X', SITE_ROOT . '/x');`;
  const local = `${login} Config::Set('PILOTID_OFFSET', 1000); Config::Set('LiquidUnit', '2'); Config::Set('PIREP_TIME_CHECK', 10);`;
  await withFolder(local, app, async (folder) => {
    const { host, ...rest } = await readCoreConfig(folder);
    assert.deepEqual(rest, {
      user: 'va',
      password: "it's",
      database: 'crew',
      server: 'localhost',
      prefix: 'va_',
      siteUrl: 'https://va.test/crew',
    });
    assert.deepEqual(host, {
      ...defaultHostSettings,
      pilotIdOffset: 1000,
      units: 'km',
      liquidUnit: 'kg',
      duplicateMinutes: 10,
      fuelDefaultPrice: 0.78,
      loadVariationPercent: 7,
      canLoginByRetired: new Map([
        [0, true],
        [2, false],
      ]),
    });
  });
});

test('a platform without a list of pilot statuses lets everybody log in', async () => {
  await withFolder(login, null, async (folder) => {
    assert.equal((await readCoreConfig(folder)).host.canLoginByRetired, null);
  });
});

test('what is needed and not plain stops with its name', async () => {
  const computed = login.replace(`'crew'`, `getenv('DB')`);
  await withFolder(computed, null, (folder) => assert.rejects(readCoreConfig(folder), /DBASE_NAME .* on line 2/));
  await withFolder('', null, (folder) => assert.rejects(readCoreConfig(folder), CoreConfigError));
});

test('an address of a database server is read as PHP takes it', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['db.test', { host: 'db.test', port: 3306 }],
    ['db.test:3307', { host: 'db.test', port: 3307 }],
    ['127.0.0.1', { host: '127.0.0.1', port: 3306 }],
    ['::1', { host: '::1', port: 3306 }],
    ['[::1]:3307', { host: '::1', port: 3307 }],
    [':/tmp/mysql.sock', { socketPath: '/tmp/mysql.sock' }],
    ['localhost:/tmp/mysql.sock', { socketPath: '/tmp/mysql.sock' }],
    ['unix:/tmp/mysql.sock', { socketPath: '/tmp/mysql.sock' }],
  ];
  for (const [said, server] of cases) assert.deepEqual(readServer(said), server, said);
});
