import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Secret } from '../../src/lib/secret.ts';
import { edgeSource } from '../../src/platform/phpvms5/edge-files.ts';
import { keyFile, keyReader, newKeyFile } from '../../src/platform/phpvms5/edge-key.ts';
import { edgeKeys } from '../../src/platform/phpvms7/edge-address.ts';
import { moduleSource } from '../../src/platform/phpvms7/module-files.ts';
import type { EdgeKeys } from '../../src/platform/site/edge-signature.ts';

/** Folders of a crew center with Tracker's folder installed, and nothing that must not be there. */
export interface BaitSite {
  readonly version: 5 | 7;
  readonly documentRoot: string;
  /** Of the crew center's address. */
  readonly sitePath: string;
  /** The crew center. */
  readonly folder: string;
  /** What the site's address shows. */
  readonly publicFolder: string;
  keys(): EdgeKeys;
  /** Writes the address of the site into its configuration. */
  configure(url: string): void;
  /** A file below the public folder. */
  write(path: string, bytes: string | Buffer): void;
}

const page = '<?php header("Content-Type: text/html"); echo "<html>the platform: acars, ", $_SERVER["REQUEST_URI"];';
/** As the platforms bring it along. */
export const rewrite = (base: string, options = 'Options -Indexes') =>
  `${options}\nRewriteEngine On\nRewriteCond %{REQUEST_FILENAME} !-f\nRewriteCond %{REQUEST_FILENAME} !-d\nRewriteRule ^ ${base}/index.php [L]\n`;

/** Knows the pages that a version 7 is asked for, and no others. */
const knownPage = `<?php
$path = strtok($_SERVER["REQUEST_URI"], "?");
if (!preg_match('#^(/crew/public)?/(api/status|api/by-tracker/decision|livemap|index\\.php)?$#', $path)) http_response_code(404);
if (str_ends_with($path, "/api/by-tracker/decision")) { http_response_code(403); header("Content-Type: application/json"); exit('{"error": {"code": "unsigned", "message": "Not signed."}}'); }
if (str_ends_with($path, "/api/status")) { header("Content-Type: application/json"); exit('{"version": "7.0.10"}'); }
echo "the platform";`;

function writer(root: string) {
  return (path: string, bytes: string | Buffer) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  };
}

const databasePassword = 'a database password';

/** A version 5: all of it is public. It brings along logs, a cache and its installer. */
export function makeBait5(home: string, sitePath: string): BaitSite {
  const documentRoot = join(home, 'html');
  const folder = join(documentRoot, sitePath);
  const write = writer(folder);
  write('index.php', page);
  write('.htaccess', rewrite(sitePath));
  write('lib/skins/main.css', 'body {}');
  write('core/logs/errors.txt', '');
  write('core/cache/one', 'a page');
  write('install/sql/install.sql', 'CREATE TABLE pilots');
  write('core/hooks/system/autoload.php.1', '<?php');
  write('downloads/livery.zip', zipOf('texture.dds', 'aircraft.cfg'));
  cpSync(edgeSource, join(folder, 'acars'), { recursive: true });
  write(`acars/${keyFile}`, newKeyFile());
  chmodSync(home, 0o755);
  return {
    version: 5,
    documentRoot,
    sitePath,
    folder,
    publicFolder: folder,
    write,
    keys: () => keyReader(folder, new Secret(databasePassword))(),
    configure: (url) => {
      const values = { USER: 'x', PASS: databasePassword, NAME: 'x', SERVER: '127.0.0.1:1' };
      const lines = Object.entries(values).map(([name, value]) => `define('DBASE_${name}', '${value}');`);
      write('core/local.config.php', `<?php\n${lines.join('\n')}\ndefine('SITE_URL', '${url}');\n`);
    },
  };
}

const appKey = `base64:${Buffer.alloc(32, 7).toString('base64')}`;

/** A version 7: shown by its folder `public`, or, below a path, with all that lies beside it. */
export function makeBait7(home: string, sitePath: string): BaitSite {
  const isWhole = sitePath !== '';
  const folder = isWhole ? join(home, 'html', dirname(sitePath)) : join(home, 'crew');
  const publicFolder = join(folder, 'public');
  const write = writer(publicFolder);
  const beside = writer(folder);
  beside('artisan', '');
  beside('storage/logs/laravel.log', 'a stack trace');
  beside('config/app.php', '<?php return [];');
  write('index.php', knownPage);
  write('.htaccess', rewrite(sitePath));
  write('assets/app.css', 'body {}');
  cpSync(moduleSource, join(folder, 'modules/Tracker'), { recursive: true });
  chmodSync(home, 0o755);
  return {
    version: 7,
    sitePath,
    folder,
    publicFolder,
    write,
    documentRoot: isWhole ? join(home, 'html') : publicFolder,
    keys: () => edgeKeys(new Secret(appKey)),
    configure: (url) => {
      const values = {
        APP_URL: url,
        APP_KEY: appKey,
        DB_HOST: '127.0.0.1',
        DB_PORT: '1',
        DB_DATABASE: 'x',
        DB_USERNAME: 'x',
      };
      beside(
        '.env',
        Object.entries(values)
          .map(([name, value]) => `${name}="${value}"\n`)
          .join(''),
      );
    },
  };
}

/** A zip whose list names these files. */
export function zipOf(...names: readonly string[]): Buffer {
  const records = names.map((name) => {
    const head = Buffer.alloc(46);
    head.write('PK\x01\x02', 'latin1');
    head.writeUInt16LE(name.length, 28);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), ...records]);
}

export function tgzOf(...names: readonly string[]): Buffer {
  const records = names.map((name) => {
    const head = Buffer.alloc(1_024);
    head.write(name);
    head.write('00000000001\0', 124);
    head.write('ustar\x0000', 257);
    return head;
  });
  return gzipSync(Buffer.concat([...records, Buffer.alloc(1_024)]));
}
