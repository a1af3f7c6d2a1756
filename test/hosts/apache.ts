import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { apachePart, findPart } from './parts.ts';
import { accepts, freePort } from './ports.ts';

/** A private Apache over a folder, which reads its `.htaccess` unless told otherwise; PHP is not run. */
export interface Apache extends AsyncDisposable {
  readonly url: string;
}

const modulesFolder = '/usr/lib/apache2/modules';
const modules = ['mpm_event', 'authz_core', 'alias', 'dir', 'mime', 'rewrite', 'setenvif'];

/** @param htaccess - whether `.htaccess` files are read, as most shared hosts do */
export async function startApache(root: string, htaccess: 'read' | 'ignored' = 'read'): Promise<Apache> {
  const [program = ''] = findPart(apachePart);
  const directory = await mkdtemp(join(tmpdir(), 'tracker-httpd-'));
  const port = await freePort();
  const loads = modules
    .map((name) => [name, join(modulesFolder, `mod_${name}.so`)] as const)
    .filter(([, path]) => existsSync(path))
    .map(([name, path]) => `LoadModule ${name}_module ${path}`);
  // It refuses to serve as root.
  const user = process.getuid?.() === 0 ? ['User #65534', 'Group #65534'] : [];
  const lines = [
    ...loads,
    ...user,
    `ServerRoot ${directory}`,
    `PidFile ${directory}/pid`,
    `ErrorLog ${directory}/error.log`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    `DocumentRoot "${root}"`,
    'TypesConfig /dev/null',
    'DirectoryIndex index.php index.html',
    `<Directory "${root}">`,
    `AllowOverride ${htaccess === 'read' ? 'All' : 'None'}`,
    'Options FollowSymLinks',
    'Require all granted',
    '</Directory>',
  ];
  await writeFile(join(directory, 'httpd.conf'), `${lines.join('\n')}\n`);
  const child = spawn(program, ['-X', '-f', join(directory, 'httpd.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const isLost = () => child.exitCode !== null;
  await until(() => accepts(port), { isLost, otherwise: () => `Apache did not start: ${said}` });
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
