import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findModPhp } from './part-checks.ts';
import { apachePart, caddyPart, findPart, modPhpPart, nginxPart } from './parts.ts';
import { freePort } from './ports.ts';
import { type Program, startProgram } from './program.ts';

export const webServers = ['nginx', 'apache with mod_php', 'apache with PHP-FPM', 'caddy'] as const;
export type WebServerName = (typeof webServers)[number];

/** A site as an administrator of Debian sets it up. */
export interface WebSite {
  readonly documentRoot: string;
  /** Path of the crew center's address, whose pages an `index.php` there makes: empty, or `/crew`. */
  readonly sitePath: string;
  /** The unix socket of a pool of PHP; mod_php needs none. */
  readonly fastcgi: string;
  /** Our rules, as they were printed. */
  readonly rules: string;
  /** What of them stands outside of nginx's server block. */
  readonly outside?: string;
  /** Whether Apache reads `.htaccess`. */
  readonly htaccess?: 'read' | 'ignored';
  /** Whether folders are listed. */
  readonly listsFolders?: boolean;
}

export interface WebServer extends Program {
  /** Without a path. */
  readonly origin: string;
}

const isRoot = process.getuid?.() === 0;

/** A private web server in front of a site, on a port of its own. */
export async function startWebServer(name: WebServerName, site: WebSite): Promise<WebServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-web-'));
  // Workers of another owner keep large bodies here.
  await chmod(directory, 0o711);
  const port = await freePort();
  const log = join(directory, 'error.log');
  const file = join(directory, 'conf');
  // Finds the program, or installs it: the configuration names files of its packages.
  const [program, args] = commands[name](file, directory, log);
  await writeFile(file, configurations[name](site, directory, port));
  // Caddy keeps what it was given last.
  const env = { XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory };
  const child = await startProgram(program, args, { address: port, log, env });
  return {
    pid: child.pid,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Command = readonly [program: string, args: readonly string[]];
const apache =
  (part: Parameters<typeof findPart>[0]) =>
  (file: string): Command => [findPart(part)[0] ?? '', ['-DFOREGROUND', '-f', file]];
const commands: Readonly<Record<WebServerName, (file: string, directory: string, log: string) => Command>> = {
  nginx: (file, directory, log) => [findPart(nginxPart)[0] ?? '', ['-p', directory, '-c', file, '-e', log]],
  'apache with mod_php': apache(modPhpPart),
  'apache with PHP-FPM': apache(apachePart),
  caddy: (file) => [findPart(caddyPart)[0] ?? '', ['run', '--config', file, '--adapter', 'caddyfile']],
};

const configurations: Readonly<Record<WebServerName, (site: WebSite, directory: string, port: number) => string>> = {
  nginx,
  'apache with mod_php': (site, directory, port) =>
    apacheWith(
      ['mpm_prefork'],
      [
        `LoadModule php_module ${findModPhp()}`,
        '<FilesMatch "\\.php$">',
        'SetHandler application/x-httpd-php',
        '</FilesMatch>',
      ],
      { site, directory, port },
    ),
  'apache with PHP-FPM': (site, directory, port) =>
    apacheWith(
      ['mpm_event', 'proxy_fcgi'],
      ['<FilesMatch "\\.php$">', `SetHandler "proxy:unix:${site.fastcgi}|fcgi://localhost"`, '</FilesMatch>'],
      { site, directory, port },
    ),
  caddy,
};

/** What serves the crew center's own pages; on a host name that is Tracker's alone there are none. */
const phpSite = (
  sitePath: string,
  fastcgi: string,
): string => `location / { try_files $uri $uri/ ${sitePath}/index.php?$query_string; }
location ~ \\.php$ {
fastcgi_pass unix:${fastcgi};
include /etc/nginx/fastcgi_params;
fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
}`;

/** As `sites-available/default` with its commented lines for PHP, and the front controller of the crew center. */
function nginx(
  { documentRoot, sitePath, fastcgi, rules, outside = '', listsFolders }: WebSite,
  directory: string,
  port: number,
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${isRoot ? 'user nobody nogroup;' : ''}
daemon off;
pid ${directory}/pid;
events { worker_connections 256; }
http {
${temporary.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join('\n')}
access_log off;
${outside}
server {
listen 127.0.0.1:${port};
root ${documentRoot};
index index.php index.html;
autoindex ${listsFolders ? 'on' : 'off'};
${rules}
${rules.includes('location / {') ? '' : phpSite(sitePath, fastcgi)}
}
}
`;
}

const modules = [
  'authz_core',
  'alias',
  'dir',
  'mime',
  'rewrite',
  'setenvif',
  'env',
  'headers',
  'proxy',
  'proxy_http',
  'proxy_balancer',
  'lbmethod_byrequests',
  'slotmem_shm',
  'autoindex',
];

function apacheWith(
  more: readonly string[],
  php: readonly string[],
  { site, directory, port }: { readonly site: WebSite; readonly directory: string; readonly port: number },
): string {
  const { documentRoot, rules, htaccess = 'read', listsFolders } = site;
  const load = [...modules, ...more].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  return `${load.join('\n')}
${isRoot ? 'User #65534\nGroup #65534' : ''}
ServerRoot ${directory}
PidFile ${directory}/pid
ErrorLog ${directory}/error.log
ServerName localhost
Listen 127.0.0.1:${port}
TypesConfig /dev/null
DirectoryIndex index.php index.html
StartServers 2
<VirtualHost *:${port}>
DocumentRoot "${documentRoot}"
<Directory "${documentRoot}">
AllowOverride ${htaccess === 'read' ? 'All' : 'None'}
Options FollowSymLinks${listsFolders ? ' Indexes' : ''}
Require all granted
</Directory>
${php.join('\n')}
${rules}
</VirtualHost>
`;
}

function caddy(
  { documentRoot, sitePath, fastcgi, rules, listsFolders }: WebSite,
  directory: string,
  port: number,
): string {
  return `{
admin off
auto_https off
storage file_system ${directory}
log {
output file ${directory}/error.log
}
}
http://127.0.0.1:${port} {
root * ${documentRoot}
${rules}
php_fastcgi unix/${fastcgi} {
try_files {path} {path}/index.php ${sitePath}/index.php
}
file_server${listsFolders ? ' browse' : ''}
}
`;
}
