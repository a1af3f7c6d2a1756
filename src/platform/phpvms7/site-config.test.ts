import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CrewCenterError } from '../crew-center.ts';
import { readSiteConfig } from './site-config.ts';
import { chooseStorage } from './storage.ts';

const top = mkdtempSync(join(tmpdir(), 'phpvms7-'));
after(() => rmSync(top, { recursive: true }));

function site(name: string, env: string): string {
  const folder = join(top, name);
  mkdirSync(join(folder, 'public'), { recursive: true });
  writeFileSync(join(folder, 'public', 'index.php'), '<?php');
  writeFileSync(join(folder, '.env'), env);
  return folder;
}
const env = (more = '') =>
  `APP_URL=https://crew.example/va/\nAPP_KEY='base64:abc='\nDB_DATABASE=va\nDB_USERNAME=u\nDB_PASSWORD="p\\"w"\n${more}`;

test('database, prefix, address and key come from .env', async () => {
  const config = await readSiteConfig(
    site('a', env('DB_HOST=db.example\nDB_PORT=3307\nDB_PREFIX=va_\nAPP_NAME="Alpine VA"')),
  );
  const { siteUrl, siteName, databaseServer, login, prefix, appKey } = config;
  assert.deepEqual(
    [siteUrl, siteName, databaseServer, login.password.reveal(), prefix, appKey.reveal()],
    ['https://crew.example/va', 'Alpine VA', 'db.example:3307', 'p"w', 'va_', 'base64:abc='],
  );
});

test('localhost is a socket for PHP, whatever the port says', async () => {
  assert.equal((await readSiteConfig(site('b', env('DB_HOST=localhost\nDB_PORT=3306')))).databaseServer, 'localhost');
});

const socket = 'DB_HOST=db.example\nDB_SOCKET=/run/my.sock';
const sockets: readonly (readonly [name: string, config: string | null, env: string, server: string])[] = [
  ['read by the platform', "'unix_socket' => env('DB_SOCKET', ''),", socket, 'unix:/run/my.sock'],
  ['empty', "'unix_socket' => env('DB_SOCKET', ''),", 'DB_HOST=db.example\nDB_SOCKET=', 'db.example'],
  ['in a remark, as 7.0.10 ships', "  // 'unix_socket' => env('DB_SOCKET', ''),", socket, 'db.example'],
  ['without the platform’s configuration', null, socket, 'db.example'],
];
for (const [name, config, text, server] of sockets)
  test(`DB_SOCKET counts where the platform reads it: ${name}`, async () => {
    const folder = site(`socket ${name.slice(0, 6)}`, env(text));
    mkdirSync(join(folder, 'config'));
    if (config !== null) writeFileSync(join(folder, 'config/database.php'), `<?php return [\n${config}\n];`);
    assert.equal((await readSiteConfig(folder)).databaseServer, server);
  });

const wrong: readonly [string, string, RegExp][] = [
  ['SQLite', env('DB_CONNECTION=sqlite'), /DB_CONNECTION=sqlite/],
  ['no address', env().replace(/APP_URL=.*/, ''), /no APP_URL/],
  ['an address that is none', env('APP_URL=crew.example'), /no address/],
];
for (const [name, text, message] of wrong) {
  test(`refused: ${name}`, async () => {
    await assert.rejects(
      readSiteConfig(site('c', text)),
      (error) => error instanceof CrewCenterError && message.test(error.message),
    );
  });
}

test("the data directory is in the platform's storage, unless that may be public", () => {
  const choose = (folder: string, given: string | null) =>
    chooseStorage({ folder, siteUrl: 'https://crew.example', given });
  const plain = site('d', '');
  assert.equal(choose(plain, null), join(plain, 'storage/app/tracker'));
  const shared = site('home/public_html', '');
  assert.throws(() => choose(join(shared, 'public'), join(shared, 'public/x')), CrewCenterError);
  assert.equal(choose(shared, null), join(top, 'home', 'tracker-data'));
  assert.equal(choose(shared, join(top, 'own')), join(top, 'own'));
  const deep = site('www/crew', '');
  assert.throws(() => choose(deep, null), /Choose another folder with --data/);
});
