import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isThere } from '../../lib/is-there.ts';
import { Secret } from '../../lib/secret.ts';
import { CrewCenterError } from '../crew-center.ts';
import { realPath } from '../site/public-folder.ts';
import { readDotenv } from './dotenv.ts';

/** The values of a phpVMS 7's `.env` that Tracker uses. */
export interface SiteConfig {
  /** Without a slash at its end; with the path where the site lies in one. */
  readonly siteUrl: string;
  readonly siteName: string;
  /** `host`, `host:port`, or `unix:/path`. */
  readonly databaseServer: string;
  readonly login: { readonly user: string; readonly password: Secret; readonly database: string };
  readonly prefix: string;
  /** Signs what the module forwards; unchanged, including `base64:`, because PHP's `config('app.key')` has the same value. */
  readonly appKey: Secret;
}

/** @throws CrewCenterError naming what is missing or cannot be served */
export async function readSiteConfig(folder: string): Promise<SiteConfig> {
  const path = join(folder, '.env');
  const values = readDotenv(
    await readFile(path, 'utf8').catch((error: Error) => fail(`${path} cannot be read: ${error.message}`)),
  );
  const text = (name: string) => values.get(name) ?? '';
  const connection = text('DB_CONNECTION') || 'mysql';
  if (connection !== 'mysql' && connection !== 'mariadb') {
    fail(`${path} says DB_CONNECTION=${connection}. Tracker serves a phpVMS 7 on MySQL or MariaDB.`);
  }
  for (const name of ['APP_URL', 'DB_DATABASE', 'DB_USERNAME']) {
    if (text(name) === '') fail(`${path} holds no ${name}.`);
  }
  return {
    siteUrl: readSiteUrl(text('APP_URL'), path),
    siteName: text('APP_NAME') || text('SITE_NAME') || 'phpVMS',
    databaseServer: (await readSocket(folder, text('DB_SOCKET'))) ?? readHost(text('DB_HOST'), text('DB_PORT')),
    login: { user: text('DB_USERNAME'), password: new Secret(text('DB_PASSWORD')), database: text('DB_DATABASE') },
    prefix: text('DB_PREFIX'),
    appKey: new Secret(text('APP_KEY')),
  };
}

/** As PHP takes it: of `localhost` the port does not count. */
function readHost(said: string, port: string): string {
  const host = said || 'localhost';
  return port === '' || host === 'localhost' ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The socket, which wins over the host where the platform reads it: releases ship that line as a remark (config/database.php). */
async function readSocket(folder: string, socket: string): Promise<string | null> {
  if (socket === '') return null;
  const path = join(folder, 'config/database.php');
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    if ('code' in error && error.code === 'ENOENT') return '';
    return fail(`${path} cannot be read: ${error.message}`);
  });
  return /^[ \t]*['"]unix_socket['"]\s*=>\s*env\(\s*['"]DB_SOCKET['"]/m.test(text) ? `unix:${socket}` : null;
}

/** The folder that the site's address shows. */
export function shownFolder(folder: string): string {
  const inside = join(realPath(folder), 'public');
  return isThere(inside) ? inside : realPath(folder);
}

function readSiteUrl(text: string, path: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) fail(`APP_URL in ${path} is no address: ${text}`);
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function fail(message: string): never {
  throw new CrewCenterError(message);
}
