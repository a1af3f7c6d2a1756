import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPart, nginxPart } from './parts.ts';
import { freePort } from './ports.ts';
import { startProgram } from './program.ts';

/** A private nginx over a folder whose `.php` files go to a pool of PHP. */
export interface Nginx extends AsyncDisposable {
  readonly port: number;
}

export interface NginxSite {
  readonly root: string;
  /** The unix socket of the pool. */
  readonly fastcgi: string;
  /** More of what a script finds in `$_SERVER`. */
  readonly values: Readonly<Record<string, string>>;
}

export async function startNginx(site: NginxSite): Promise<Nginx> {
  const [program = 'nginx'] = findPart(nginxPart);
  const directory = await mkdtemp(join(tmpdir(), 'tracker-nginx-'));
  // Its workers are of another owner, and keep large bodies here.
  await chmod(directory, 0o711);
  const port = await freePort();
  const log = join(directory, 'error.log');
  await writeFile(join(directory, 'nginx.conf'), configuration(site, directory, port));
  const args = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', log];
  const child = await startProgram(program, args, { address: port, log });
  return {
    port,
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A connection is kept for as many requests as it likes, and nothing is written to an access log. */
function configuration({ root, fastcgi, values }: NginxSite, directory: string, port: number): string {
  const user = process.getuid?.() === 0 ? ['user nobody nogroup;'] : [];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  const lines = [
    ...user,
    'daemon off;',
    `pid ${directory}/pid;`,
    'worker_processes auto;',
    'events { worker_connections 1024; }',
    'http {',
    ...temporary,
    'access_log off;',
    'keepalive_requests 100000000;',
    'keepalive_timeout 300s;',
    'server {',
    `listen 127.0.0.1:${port} backlog=1024;`,
    `root ${root};`,
    'location ~ \\.php$ {',
    `fastcgi_pass unix:${fastcgi};`,
    'include /etc/nginx/fastcgi_params;',
    `fastcgi_param SCRIPT_FILENAME ${root}$fastcgi_script_name;`,
    ...Object.entries(values).map(([name, value]) => `fastcgi_param ${name} "${value}";`),
    '}',
    '}',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}
