import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mariadb } from './mariadb.ts';

/** The path of the socket of a private MariaDB. */
export function socketOf(mariadb: Mariadb): string {
  const { server } = mariadb.address('crew');
  if (!('socketPath' in server)) throw new Error('the private server has a socket');
  return server.socketPath;
}

/** Makes a folder `site` in which a server knows a phpVMS 7 again. @returns the settings that lead there */
export function writeSite7(
  folder: string,
  {
    server,
    rest,
    prefix,
  }: { readonly server: Mariadb; readonly rest: { readonly url: string }; readonly prefix: string },
): Readonly<Record<string, string>> {
  const settings = {
    APP_URL: rest.url,
    APP_KEY: 'base64:0123456789abcdef',
    DB_DATABASE: 'crew',
    DB_USERNAME: 'root',
    DB_PASSWORD: '',
    DB_PREFIX: prefix,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
  const site = write(folder, { artisan: '', 'public/index.php': '', '.env': lines.join('') });
  return { TRACKER_CREW_CENTER: site, TRACKER_DATABASE_SERVER: `unix:${socketOf(server)}` };
}

/** The same of a phpVMS 5, without PHP of its own: PIREPs are filed by prepared SQL. */
export function writeSite5(folder: string, server: Mariadb, prefix: string): Readonly<Record<string, string>> {
  const values = {
    DBASE_USER: 'root',
    DBASE_PASS: '',
    DBASE_NAME: 'crew',
    DBASE_SERVER: `:${socketOf(server)}`,
    TABLE_PREFIX: prefix,
  };
  const lines = Object.entries(values).map(([name, value]) => `define('${name}', '${value}');\n`);
  const site = write(folder, { 'core/local.config.php': `<?php\n${lines.join('')}` });
  return { TRACKER_CREW_CENTER: site, TRACKER_PHP: join(folder, 'no-php') };
}

function write(folder: string, files: Readonly<Record<string, string>>): string {
  const site = join(folder, 'site');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(site, path, '..'), { recursive: true });
    writeFileSync(join(site, path), text);
  }
  return site;
}
