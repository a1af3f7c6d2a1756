import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPhp } from './part-checks.ts';
import { findPart } from './parts.ts';
import { findPhp } from './php.ts';
import { type Program, startProgram } from './program.ts';

/** A private pool of PHP workers behind a unix socket. */
export interface PhpFpm extends Program {
  readonly socketPath: string;
}

/**
 * @param workers - so many, as a small shared host has; opcache is on
 * @param atFirst - only so many until they are needed, as distributions set it up; null for all
 */
export async function startPhpFpm(workers: number, atFirst: number | null = null): Promise<PhpFpm> {
  const program = findPhpFpm();
  const directory = await mkdtemp(join(tmpdir(), 'tracker-fpm-'));
  // nginx, of another owner, reaches the socket through it.
  await chmod(directory, 0o711);
  const socketPath = join(directory, 'socket');
  const isRoot = process.getuid?.() === 0;
  const lines = [
    '[global]',
    'daemonize = no',
    `pid = ${directory}/pid`,
    `error_log = ${directory}/log`,
    '[private]',
    ...(isRoot ? ['user = nobody', 'group = nogroup'] : []),
    `listen = ${socketPath}`,
    'listen.mode = 0666',
    `pm.max_children = ${workers}`,
    ...(atFirst === null ? ['pm = static'] : ['pm = dynamic', `pm.start_servers = ${atFirst}`]),
    ...(atFirst === null ? [] : [`pm.min_spare_servers = ${atFirst}`, `pm.max_spare_servers = ${workers}`]),
  ];
  await writeFile(join(directory, 'fpm.conf'), `${lines.join('\n')}\n`);
  const args = ['-y', join(directory, 'fpm.conf'), '-d', 'opcache.enable=1', '-d', 'zend.assertions=-1'];
  const child = await startProgram(program, args, { address: socketPath, log: join(directory, 'log') });
  return {
    pid: child.pid,
    socketPath,
    async [Symbol.asyncDispose]() {
      await child[Symbol.asyncDispose]();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Debian names the program by PHP's version. */
function findPhpFpm(): string {
  const version = spawnSync(findPhp(), ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  const name = `php-fpm${version.stdout.trim()}`;
  const packages = [`php${version.stdout.trim()}-fpm`, 'php-mysql'];
  return findPart({ name: 'PHP-FPM', programs: [name], packages, check: checkPhp })[0] ?? name;
}
